import Foundation
import Millrace
import MillraceSupport
import TestResources
import Testing

@testable import MillracePersistence

/// Runs a body on a thread of its own, because it waits for locks.
private func onOwnThread(_ body: @escaping @Sendable () -> Void) async {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread {
      body()
      continuation.resume()
    }
  }
}

/// A set of numbers, which no order of merges may lose.
private struct Marks: Codable, Hashable, Sendable {
  var numbers: Set<Int> = []
}

@Suite("The form of a kept file")
struct KeptFormTests {
  private let form = KeptForm<[String: [Int]]>(schema: RecordSchema("settings"), location: "here")

  @Test(
    "refuses a key that occurs twice in one object, however it is written",
    arguments: [
      (#"{"kind":"settings@1","value":{"a":[5]},"value":{"a":[1]}}"#, "value"),
      (#"{"kind":"settings@1","value":{"a":[5],"b":[],"\u0061":[1]}}"#, "a"),
      (#"{"kind":"settings@1","value":{"\"\ud83d\uDE00\n":[5],"\"😀\u000a":[1]}}"#, "\"😀\n"),
    ])
  func repeatedKey(text: String, key: String) {
    let reason = "the key `\(key)` occurs twice in one object"
    #expect(throws: KeepError.unreadable(location: "here", reason: reason)) {
      try form.decode(Array(text.utf8))
    }
  }

  @Test("takes equal keys in different objects, and keys as values")
  func otherKeys() throws {
    let text = #"{"kind":"settings@1","value":{"kind":[1],"value":[2],"{\":\"":[3],"a:":[4]}}"#
    #expect(try form.decode(Array(text.utf8))["value"] == [2])
    try JSONKeys.check(#"[{"a":1},{"a":{"a":"a"}},"a","a",[{"a":"{\"a\":1,\"a\":2}"}]]"#.utf8)
    try JSONKeys.check("{]\"\\".utf8)
  }
}

@Suite("Several writers of one kept file")
struct KeptLockConcurrencyTests {
  private func writer(_ path: String) -> KeptWriter<Marks> {
    let file = KeptFile(path)
    return KeptWriter(file, KeptForm(schema: RecordSchema("marks"), location: file.location), merges: true)
  }

  @Test("that merge lose no change that was written", .realDisk)
  func nothingLost() async throws {
    let path = NSTemporaryDirectory() + "millrace-lock-\(UUID().uuidString)/marks.json"
    defer { try? FileManager.default.removeItem(atPath: (path as NSString).deletingLastPathComponent) }
    let (writers, count) = (3, 60)
    // Each has its own connection, as each process does: the lock is one between open files.
    await withTaskGroup(of: Void.self) { group in
      for place in 0..<writers {
        let writer = writer(path)
        group.addTask {
          await onOwnThread {
            var (mine, stamp) = (Marks(), KeptStamp())
            for step in 0..<count {
              mine.numbers.insert(place * count + step)
              var isWritten = false
              stamp.number += 1
              while !isWritten {
                switch writer.write(mine, stamp, settingAside: false) {
                case .done: isWritten = true
                case .overtaken(let look):
                  guard case .value(let theirs) = look.found else {
                    Issue.record("\(look)")
                    return
                  }
                  mine.numbers.formUnion(theirs.numbers)
                  stamp.joined = look.number
                case .failed(let error):
                  Issue.record("\(error)")
                  return
                }
              }
            }
          }
        }
      }
    }
    guard case .value(let marks) = writer(path).read().found else {
      Issue.record("the file cannot be read")
      return
    }
    #expect(marks.numbers == Set(0..<(writers * count)))
  }

  @Test("that end with unsaved changes join them with what others have written")
  func ends() throws {
    for isAtEnd in [false, true] {
      let storage = MemoryStorage(text("light", 10))
      var store: Store? = Store(App(), update: updateApp)
      let kept = store?.keep(\.settings, in: storage, merging: mergeSettings)
      store?.send(.size(11))
      storage.change(text("blue", 20))
      if isAtEnd { store = nil } else { kept?.stop() }
      #expect(storage.text == text("blue", 11))
    }
  }

  @Test("join at their end what a write has met and the store has not taken yet", .realProcess, .realDisk)
  func endsInBetween() async throws {
    for end in ["exit", "return"] {
      let folder = try KeepFolder()
      let theirs = #"{"kind":"settings@1","value":[7]}"#
      _ = try await fixtureOutput("KeepFixture", [folder.file, theirs, end])
      let form = KeptForm<Set<Int>>(schema: RecordSchema("settings"), location: folder.file)
      let bytes = FileManager.default.contents(atPath: folder.file).map { Array($0) } ?? []
      #expect(try form.decode(bytes) == [1, 7], "\(end)")
    }
  }

  @Test("do not write over a newer program's value at their end, and set a damaged one aside")
  func endsOverUnusable() throws {
    let newer = text("blue").replacing("@1", with: "@2")
    for merges in [false, true] {
      for (found, isKept) in [(newer, true), ("{", false)] {
        let storage = MemoryStorage(text("light"))
        let form = KeptForm<Settings>(schema: RecordSchema("settings"), location: storage.location)
        let writer = KeptWriter(storage, form, merges: merges)
        let stamp = KeptStamp(number: 1, joined: writer.read().number)
        storage.change(found)
        if case .overtaken = writer.write(Settings(), stamp, settingAside: false) {
        } else {
          Issue.record("written over \(found)")
        }
        let merge: KeptMerge<Settings> = { mine, _ in mine }
        let error = writer.finish(Settings(), stamp, settingAside: false, merge: merges ? merge : nil)
        #expect((error != nil) == isKept)
        #expect(storage.text == (isKept ? found : text("light")))
        #expect(storage.state.withLock(\.aside.count) == (isKept ? 0 : 1))
      }
    }
  }

  @Test("set aside what is damaged, and not what another has written in its place")
  func damaged() throws {
    let storage = MemoryStorage("{")
    let form = KeptForm<Settings>(schema: RecordSchema("settings"), location: storage.location)
    let (first, second) = (
      KeptWriter(storage, form, merges: false), KeptWriter(storage, form, merges: false)
    )
    let looks = (first.read(), second.read())
    guard case .unusable = looks.0.found, case .unusable = looks.1.found else {
      Issue.record("the damage was not noticed")
      return
    }
    guard
      case .done(aside: .some) = first.write(
        Settings(theme: "dark", size: 1), KeptStamp(number: 1, joined: looks.0.number), settingAside: true)
    else {
      Issue.record("the first did not write")
      return
    }
    guard
      case .overtaken(let look) = second.write(
        Settings(), KeptStamp(number: 1, joined: looks.1.number), settingAside: true),
      case .value(let found) = look.found
    else {
      Issue.record("the second did not notice the first")
      return
    }
    #expect(found == Settings(theme: "dark", size: 1))
    #expect(storage.text == text("dark", 1) && storage.state.withLock(\.aside.count) == 1)
  }
}
