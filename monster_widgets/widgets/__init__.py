"""The widgets: the only room that imports anywidget."""
