import Foundation
import Millrace
import MillraceTesting
import Testing

@testable import MillracePersistence

@Suite("Keeping a part")
@MainActor
struct KeepTests {
  @Test("what is kept is there before the first observer, and a change is written")
  func restoresAndWrites() async throws {
    let storage = MemoryStorage(text("dark"))
    let store = Store(App(), update: updateApp)
    let kept = store.keep(\.settings, in: storage)
    #expect(store.settings.theme == "dark")
    #expect(store.flow.lastSequence == 0 && kept.isSaved)
    store.send(.size(12))
    #expect(!kept.isSaved)
    try await kept.flush()
    #expect(kept.isSaved && storage.writes == [text("dark", 12)])
    store.send(.count)
    try await kept.flush()
    #expect(storage.writes.count == 1, "other parts are not kept")
  }

  @Test("a flush takes the turns of a store without a home; a cancelled one says so")
  nonisolated func withoutHome() async throws {
    let storage = MemoryStorage()
    let task = Task { () async throws in
      let store = Store(App(), update: updateApp)
      let kept = store.keep(\.settings, in: storage)
      store.send(.size(12))
      try await kept.flush()
      #expect(kept.isSaved && storage.writes == [text("light", 12)])
      store.send(.size(13))
      withUnsafeCurrentTask { $0?.cancel() }
      try await kept.flush()
    }
    let error = await #expect(throws: KeepError.self) { try await task.value }
    #expect("\(error, default: "none")".contains("was cancelled"))
    // The end of the store writes what is unsaved.
    #expect(storage.text == text("light", 13))
  }

  @Test("nothing is written before a change, and changes that meet a write are one write")
  func coalesces() async throws {
    let storage = MemoryStorage()
    let store = Store(App(), update: updateApp)
    let kept = store.keep(\.settings, in: storage)
    try await kept.flush()
    #expect(storage.writes.isEmpty)
    // No write ends meanwhile, however long the sends take.
    storage.state.withLock { _ in
      for size in 1...50 { store.send(.size(size)) }
    }
    try await kept.flush()
    #expect(storage.text == text("light", 50))
    #expect(storage.writes.count <= 2)
    store.send(.theme("dark"))
    store.send(.theme("light"))
    try await kept.flush()
    #expect(storage.text == text("light", 50))
  }

  @Test("a value that is not equal to itself is written once for each change, and read back without a write")
  func unequal() async throws {
    struct Level: Codable, Equatable { var value: Double }
    struct Gauge {
      var level = Level(value: 1)
      var count = 0
    }
    let storage = MemoryStorage()
    func gauge() -> Store<Gauge, Double?> {
      Store(Gauge()) { gauge, level in
        if let level { gauge.level.value = level } else { gauge.count += 1 }
        return .none
      }
    }
    do {
      let store = gauge()
      let kept = store.keep(\.level, in: storage)
      store.send(.nan)
      try await kept.flush()
      #expect(kept.isSaved)
      store.send(nil)
      #expect(kept.isSaved, "another part has changed")
      store.send(2)
      store.send(.nan)
      try await kept.flush()
    }
    #expect(storage.writes.last == #"{"kind":"settings@1","value":{"value":"nan"}}"#)
    let count = storage.writes.count
    #expect(count <= 3)
    let store = gauge()
    let kept = store.keep(\.level, in: storage)
    #expect(store.withState { $0.level.value.isNaN } && kept.isSaved)
    storage.change(#"{"kind":"settings@1", "value":{"value":"nan"}}"#)
    try await kept.flush()
    #expect(kept.isSaved && storage.writes.count == count)
  }

  @Test("a property that was added is told with what to do")
  func added() {
    let storage = MemoryStorage(#"{"kind":"settings@1","value":{"theme":"dark"}}"#)
    let store = Store(App(), update: updateApp)
    let errors = KeepErrors(store.flow)
    store.keep(\.settings, in: storage)
    #expect(
      errors.errors.map { "\($0)" } == [
        """
        What is kept in `\(storage.location)` cannot be used: the key `size` is missing at `value`. It stays where it is \
        until the part changes, and is then set aside; if the part's type has changed, raise the version of its schema \
        and add an `upcast`, or decode the key with a default; otherwise repair what is kept, or delete it.
        """
      ])
  }

  @Test("with a delay a write waits on the environment's clock, and a flush does not")
  func delay() async throws {
    let clock = ManualClock()
    let storage = MemoryStorage()
    let store = Store(App(), environment: StoreEnvironment(clock: clock), update: updateApp)
    let kept = store.keep(\.settings, in: storage, delay: .seconds(1))
    store.send(.size(1))
    await clock.waitForSleepers(count: 1)
    store.send(.size(2))
    #expect(storage.writes.isEmpty)
    await clock.advance(by: .seconds(1))
    try await clock.waitUntil { kept.isSaved }
    #expect(storage.writes == [text("light", 2)])
    store.send(.size(3))
    try await kept.flush()
    #expect(storage.writes.last == text("light", 3))
  }

  @Test("older versions are migrated; the file is written in today's form with the next change")
  func migrates() async throws {
    struct Old: Codable { var dark: Bool }
    let storage = MemoryStorage(#"{"kind":"settings@1","value":{"dark":true}}"#)
    let store = Store(App(), update: updateApp)
    let schema = RecordSchema<Settings>("settings", version: 2)
      .upcast("settings", from: 1, to: 2) { (old: Old) in Settings(theme: old.dark ? "dark" : "light") }
    let kept = store.keep(\.settings, in: storage, as: schema)
    #expect(store.settings.theme == "dark")
    store.send(.size(3))
    try await kept.flush()
    #expect(storage.text == #"{"kind":"settings@2","value":{"size":3,"theme":"dark"}}"#)
  }

  @Test("what cannot be read is reported, and set aside before the next write")
  func unreadable() async throws {
    let storage = MemoryStorage("{broken")
    let store = Store(App(), update: updateApp)
    let errors = KeepErrors(store.flow)
    let kept = store.keep(\.settings, in: storage)
    #expect(errors.errors.count == 1 && store.settings == Settings())
    #expect("\(errors.errors[0])".contains("It stays where it is until the part changes"))
    try await kept.flush()
    #expect(storage.text == "{broken")
    store.send(.size(4))
    try await kept.flush()
    #expect(storage.text == text("light", 4))
    #expect(storage.state.withLock(\.aside) == [Array("{broken".utf8)])
    #expect(errors.errors.last == .setAside(location: storage.location, to: "\(storage.location).aside-1"))
  }

  @Test(
    "what a newer program has written, or another part, is never overwritten",
    arguments: [#"{"kind":"settings@7","value":{}}"#, #"{"kind":"window@1","value":{}}"#])
  func newer(found: String) async throws {
    let storage = MemoryStorage(found)
    let store = Store(App(), update: updateApp)
    let errors = KeepErrors(store.flow)
    let kept = store.keep(\.settings, in: storage)
    #expect(errors.errors.count == 1 && kept.error == errors.errors[0])
    store.send(.size(4))
    await #expect(throws: KeepError.self) { try await kept.flush() }
    #expect(storage.text == found && errors.errors.count == 1)
    // Another process brings it into order; the own change is the last.
    storage.change(text("dark"))
    try await kept.flush()
    #expect(storage.text == text("light", 4))
    #expect(kept.error == nil)
  }

  @Test("a place that cannot be read is not overwritten, and a flush tries again")
  func cannotRead() async throws {
    let storage = MemoryStorage(text("dark"))
    storage.fail(reading: "no permission")
    let store = Store(App(), update: updateApp)
    let errors = KeepErrors(store.flow)
    let kept = store.keep(\.settings, in: storage)
    #expect(errors.errors == [.cannotRead(location: storage.location, reason: "no permission")])
    await #expect(throws: KeepError.self) { try await kept.flush() }
    storage.fail()
    try await kept.flush()
    #expect(store.settings.theme == "dark")
  }

  @Test("a failed write is reported once, and tried again at the next change")
  func fullDisk() async throws {
    let storage = MemoryStorage()
    storage.fail(writing: "the disk is full")
    let store = Store(App(), update: updateApp)
    let errors = KeepErrors(store.flow)
    let kept = store.keep(\.settings, in: storage)
    store.send(.size(1))
    await #expect(throws: KeepError.cannotWrite(location: storage.location, reason: "the disk is full")) {
      try await kept.flush()
    }
    store.send(.size(2))
    await #expect(throws: KeepError.self) { try await kept.flush() }
    #expect(errors.errors.count == 1)
    storage.fail()
    store.send(.size(3))
    try await kept.flush()
    #expect(storage.writes == [text("light", 3)] && kept.error == nil)
    storage.fail(writing: "full again")
    store.send(.size(4))
    await #expect(throws: KeepError.self) { try await kept.flush() }
    storage.fail()
    try await kept.flush()
    #expect(storage.writes.last == text("light", 4), "a flush tries again, too")
  }

  @Test("a change by another process is put into the state, and an own write is none")
  func foreign() async throws {
    let storage = MemoryStorage()
    let store = Store(App(), update: updateApp)
    var seen: [String] = []
    let kept = store.keep(\.settings, in: storage)
    let token = store.observe(\.settings) { seen.append($0.theme) }
    store.send(.theme("dark"))
    try await kept.flush()
    storage.change(text("blue"))
    await store.flow.run()
    #expect(store.settings.theme == "blue")
    #expect(seen == ["dark", "blue"])
    #expect(storage.writes.count == 1)
    storage.change(nil)
    await store.flow.run()
    #expect(store.settings.theme == "blue", "a removed file is written with the next change")
    store.send(.size(1))
    try await kept.flush()
    #expect(storage.text == text("blue", 1))
    withExtendedLifetime(token) {}
  }

  @Test("of two changes the last writer's stays, unless they are merged")
  func conflicts() async throws {
    for merges in [false, true] {
      let storage = MemoryStorage(text("light", 10))
      let store = Store(App(), update: updateApp)
      let kept = store.keep(
        \.settings, in: storage,
        merging: merges ? mergeSettings : nil)
      store.send(.size(11))
      storage.change(text("blue", 20))
      try await kept.flush()
      #expect(
        store.settings == (merges ? Settings(theme: "blue", size: 11) : Settings(theme: "light", size: 11)))
      #expect(storage.text == text(merges ? "blue" : "light", 11))
    }
  }

  @Test("with a message, what is restored is a turn, which may refuse it")
  func message() async throws {
    let storage = MemoryStorage(text("dark", 99))
    let store = Store(App(), of: AppMessage.self) { app, message in
      if case .restored(let settings) = message {
        app.settings = settings
        app.settings.size = min(settings.size, 20)
        return .none
      }
      return updateApp(&app, message)
    }
    let kept = store.keep(\.settings, in: storage, message: { .restored($0) })
    #expect(store.settings == Settings(theme: "dark", size: 20) && store.flow.lastSequence == 1)
    try await kept.flush()
    #expect(storage.text == text("dark", 20))
  }

  @Test("a second part in the same place is refused with a sentence; the end of the first frees it")
  func twice() async throws {
    let storage = MemoryStorage()
    let store = Store(App(), update: updateApp)
    let errors = KeepErrors(store.flow)
    let first = store.keep(\.settings, in: storage)
    let second = store.keep(\.settings, in: storage)
    #expect(errors.errors == [.keptTwice(location: storage.location)])
    await #expect(throws: KeepError.keptTwice(location: storage.location)) { try await second.flush() }
    store.send(.size(1))
    first.stop()
    #expect(storage.text == text("light", 1), "an end saves first")
    store.send(.size(2))
    storage.change(text("light", 1))
    await store.flow.run()
    #expect(store.settings.size == 2)
    try await first.flush()
    #expect(store.keep(\.settings, in: storage).error == nil)
    #expect(store.settings.size == 1)
  }

  @Test("the end of a store saves what is unsaved before it returns")
  func endOfStore() throws {
    let storage = MemoryStorage()
    var store: Store? = Store(App(), update: updateApp)
    let kept = store?.keep(\.settings, in: storage)
    store?.send(.size(7))
    store = nil
    #expect(storage.text == text("light", 7))
    kept?.stop()
    #expect(Store(App(), update: updateApp).keep(\.settings, in: storage).error == nil)
  }

  @Test("an update that cancels all effects does not end keeping")
  func cancelled() async throws {
    let storage = MemoryStorage()
    let store = Store(App(), update: updateApp)
    let kept = store.keep(\.settings, in: storage)
    for size in 1...5 {
      store.send(.size(size))
      store.send(.cancelAll)
    }
    try await kept.flush()
    #expect(storage.text == text("light", 5))
  }

  @Test("an unsound schema is refused")
  func unsound() async throws {
    let storage = MemoryStorage(text("dark"))
    let store = Store(App(), update: updateApp)
    let errors = KeepErrors(store.flow)
    store.keep(\.settings, in: storage, as: RecordSchema<Settings>("settings", version: 0))
    #expect(errors.errors.count == 1 && "\(errors.errors[0])".contains("has a version below 1"))
    #expect(store.settings.theme == "light")
  }
}
