"""Colours as a browser tells them, and their contrast as WCAG 2.2 defines it."""

from __future__ import annotations

import re

Colour = tuple[float, float, float, float]
"""Red, green, blue and opacity, all from 0 to 1."""


def read(colour: str) -> Colour:
    """A computed colour: rgb(…) counts to 255, color(srgb …) to 1; opacity may be left out."""
    kind, *numbers = re.findall(r"^rgb|^color\(srgb|[\d.]+(?:e-\d+)?", colour)
    scale = 255 if kind == "rgb" else 1
    red, green, blue, opacity = [*map(float, numbers), 1.0][:4]
    return red / scale, green / scale, blue / scale, opacity


def over(top: Colour, ground: Colour) -> Colour:
    """A colour on an opaque one."""
    *mixed, _ = (
        one * top[3] + other * (1 - top[3]) for one, other in zip(top, ground, strict=True)
    )
    return mixed[0], mixed[1], mixed[2], 1.0


def luminance(colour: Colour) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour[:3]
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(ink: Colour, ground: Colour) -> float:
    dark, light = sorted((luminance(over(ink, ground)), luminance(ground)))
    return (light + 0.05) / (dark + 0.05)
