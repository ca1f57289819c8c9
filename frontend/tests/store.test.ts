import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Traits } from "../src/model";
import { Store } from "../src/store";
import { FakeModel, frames, info, packed, refusal } from "./fixture";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

async function opened(traits: Partial<Traits> = {}) {
  const model = new FakeModel(traits);
  const store = new Store(model);
  await pass();
  return { model, store };
}

test("forward and back go from beat to beat, one action by step, within bounds", async () => {
  const { store } = await opened();
  expect(store.stops.value).toEqual([0, 1, 2, 4, 5, 6]);
  const seen = [
    store.forward,
    store.forward,
    store.forward,
    store.back,
    store.forward,
    store.forward,
    store.forward,
  ].map((go) => {
    go.call(store);
    return store.index.value;
  });
  expect(seen).toEqual([1, 2, 4, 2, 4, 5, 6]);
  store.forward();
  expect(store.index.value).toBe(6);
  store.step(-1);
  store.step(-1);
  store.step(-1);
  expect(store.index.value).toBe(3);
  store.back();
  expect(store.index.value).toBe(2);
  store.seek(-5);
  expect(store.index.value).toBe(0);
});

test("step is written once, when stepping rests", async () => {
  const { model, store } = await opened();
  for (let i = 0; i < 4; i++) {
    store.forward();
    await pass(100);
  }
  expect(model.saved).toEqual([]);
  await pass(250);
  expect(model.saved).toEqual([{ step: 5 }]);
});

test("play stops at each beat and writes the step at the end only", async () => {
  const { model, store } = await opened();
  const seen: number[] = [];
  store.index.subscribe((i) => seen.push(i));
  store.togglePlaying();
  await pass(1600 * 6);
  expect(seen).toEqual([0, 1, 2, 4, 5, 6]);
  expect(store.running.value).toBeNull();
  expect(model.saved).toEqual([{ playing: true }, { playing: false }, { step: 6 }]);
  store.togglePlaying(); // from the end: from the start
  expect(store.index.value).toBe(0);
});

test("speed divides the time of a beat, also while playing; Python can start and stop", async () => {
  const { model, store } = await opened();
  model.receive({ playing: true });
  store.setSpeed(4);
  await pass(400);
  expect(store.index.value).toBe(1);
  model.receive({ speed: 0.5 });
  await pass(1600);
  expect(store.index.value).toBe(1);
  await pass(1600);
  expect(store.index.value).toBe(2);
  model.receive({ playing: false });
  await pass(10_000);
  expect(store.index.value).toBe(2);
});

test("a step from outside moves the view and writes nothing", async () => {
  const { model, store } = await opened();
  store.forward(); // not yet written
  model.receive({ step: 4 });
  expect(store.index.value).toBe(4);
  await pass(2000);
  expect(model.saved).toEqual([]);
  model.receive({ step: 99 });
  expect(store.index.value).toBe(6);
});

test("our own step that comes back late does not move the view", async () => {
  const { model, store } = await opened();
  store.seek(3);
  await pass(300);
  store.seek(5);
  model.traits.step = 0;
  model.receive({ step: 3 });
  expect(store.index.value).toBe(5);
});

test("new frames play through from the reader's own choice to the end", async () => {
  const { model, store } = await opened({ step: 6 });
  model.receive({ frames: packed(frames(13)), step: 12 });
  await vi.waitFor(() => expect(store.frames.value?.length).toBe(13));
  expect([store.index.value, store.running.value]).toEqual([7, "catch-up"]);
  await pass(700);
  expect(store.index.value).toBe(8);
  store.togglePlaying();
  await pass(5000);
  expect(store.index.value).toBe(8);
  expect(model.saved).toEqual([{ step: 8 }]);
});

test("catching up ends at the newest frame and tells Python if it does not know", async () => {
  const { model, store } = await opened({ step: 6 });
  model.receive({ frames: frames(13) });
  await pass();
  await pass(700 * 10);
  expect([store.index.value, store.running.value]).toEqual([12, null]);
  expect(model.saved).toEqual([{ step: 12 }]);
});

test("who looks at an old step stays there when the game goes on", async () => {
  const { model, store } = await opened({ step: 2 });
  model.receive({ frames: frames(13) });
  await pass(5000);
  expect(store.index.value).toBe(2);
  expect(model.saved).toEqual([]);
});

test("a step that comes with the frames is where the view goes", async () => {
  const { model, store } = await opened({ step: 6 });
  model.receive({ step: 9, frames: frames(13) });
  await pass();
  expect([store.index.value, store.running.value]).toEqual([9, null]);
});

test("undo: shorter frames show their last", async () => {
  const { model, store } = await opened({ step: 6 });
  model.receive({ frames: frames(4) });
  await pass(1000);
  expect(store.index.value).toBe(3);
  expect(model.saved).toEqual([{ step: 3 }]);
});

test("a later change of the frames wins over one that is still being decoded", async () => {
  const { model, store } = await opened();
  model.receive({ frames: packed(frames(13)) });
  model.receive({ frames: frames(5) });
  await pass();
  await vi.waitFor(() => expect(store.loading.value).toBe(false));
  vi.useRealTimers();
  await new Promise((done) => setTimeout(done, 50));
  expect(store.frames.value?.length).toBe(5);
});

test("frames that cannot be read are said, and the game on screen stays", async () => {
  const { model, store } = await opened();
  model.receive({ frames: new DataView(new ArrayBuffer(8)) });
  await vi.waitFor(() => expect(store.broken.value).toBe(true));
  expect(store.frames.value?.length).toBe(7);
  model.receive({ frames: frames(8) });
  await pass();
  expect(store.broken.value).toBe(false);
});

test("a choice is one intent; ids grow, also over a reload", async () => {
  const { model, store } = await opened({
    step: 6,
    answered: 7,
    intent: { id: 9, step: 0, action: "draw" },
  });
  store.choose("draw");
  store.choose("pass"); // the first is not answered yet
  expect(model.saved).toEqual([{ intent: { id: 10, step: 6, action: "draw" } }]);
  model.receive({ answered: 10 });
  store.choose("undo");
  expect(model.saved.at(-1)).toEqual({ intent: { id: 11, step: 6, action: "undo" } });
});

test("no answer within three seconds is said, until an answer comes", async () => {
  const { model, store } = await opened({ step: 6 });
  store.choose("draw");
  await pass(2999);
  expect(store.acting.gone.value).toBe(false);
  await pass(1);
  expect([store.acting.gone.value, store.acting.pending.value?.id]).toEqual([true, 1]);
  store.back(); // stepping goes on
  expect(store.index.value).toBe(5);
  model.receive({ answered: 1 });
  expect([store.acting.gone.value, store.acting.pending.value]).toEqual([false, null]);
});

test("a refusal shows until dismissed, or until the next success", async () => {
  const { model, store } = await opened({ step: 6 });
  store.choose("draw");
  model.receive({ error: refusal(), answered: 1 });
  expect(store.acting.refusal.value?.key).toBe("toy.reason.not_now");
  store.acting.dismiss();
  expect(store.acting.refusal.value).toBeNull();
  store.choose("draw");
  model.receive({ error: refusal({ intent: 2 }), answered: 2 });
  expect(store.acting.refusal.value?.intent).toBe(2);
  store.choose("draw");
  expect(store.acting.refusal.value).toBeNull(); // asked again
  model.receive({ answered: 3, error: null });
  expect(store.acting.refusal.value).toBeNull();
});

test("while new frames are decoded no old choice can be made", async () => {
  const { model, store } = await opened({ step: 6 });
  store.choose("draw");
  model.receive({ answered: 1, frames: packed(frames(13)) });
  expect(store.newest.value).toBe(false);
  store.choose("draw");
  expect(model.saved.length).toBe(1);
});

test("a static page asks nobody", async () => {
  const { model, store } = await opened({ _static: true });
  store.choose("draw");
  expect(model.saved).toEqual([]);
});

test("a model that cannot be written does not stop the stepping", async () => {
  const { model, store } = await opened();
  model.save_changes = () => {
    throw new Error("no comm");
  };
  store.togglePlaying();
  await pass(1600);
  expect(store.index.value).toBe(1);
});

test("closing the last view stops the play; a disposed store is silent and listens to nothing", async () => {
  const { model, store } = await opened();
  const [close, closeOther] = [store.open(), store.open()];
  store.togglePlaying();
  close();
  expect(store.running.value).toBe("play");
  closeOther();
  expect(store.running.value).toBeNull();
  store.forward();
  store.dispose();
  const before = model.saved.length;
  model.receive({ frames: frames(3), info: info({ undone: true }) });
  await pass(5000);
  expect([model.listeners, model.saved.length, store.frames.value?.length]).toEqual([0, before, 7]);
});

test("the next beat waits until the cards on their way have arrived", async () => {
  const { store } = await opened();
  store.togglePlaying();
  store.restsAt = performance.now() + 5000;
  await pass(4900);
  expect(store.index.value).toBe(0);
  await pass(200);
  expect(store.index.value).toBe(1);
});

test("going on is told from jumping: forward, one action on and playing, but not back, nor the slider", async () => {
  const { store } = await opened();
  const ways: [() => void, boolean][] = [
    [() => store.forward(), true],
    [() => store.step(1), true],
    [() => store.back(), false],
    [() => store.step(-1), false],
    [() => store.seek(3), false],
  ];
  for (const [go, goingOn] of ways) {
    go();
    expect(store.goingOn).toBe(goingOn);
  }
  store.togglePlaying();
  await pass(1700);
  expect(store.goingOn).toBe(true);
});
