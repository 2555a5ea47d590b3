import Foundation
import Millrace
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

@Suite("Several writers of one kept file")
struct KeptLockConcurrencyTests {
  private func writer(_ path: String) -> KeptWriter<Marks> {
    let file = KeptFile(path)
    return KeptWriter(file, KeptForm(schema: RecordSchema("marks"), location: file.location))
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
            var mine = Marks()
            for step in 0..<count {
              mine.numbers.insert(place * count + step)
              var isWritten = false
              while !isWritten {
                switch writer.write(mine, number: UInt64(step), overKnown: true, settingAside: false) {
                case .done: isWritten = true
                case .overtaken(.value(let theirs)): mine.numbers.formUnion(theirs.numbers)
                case .overtaken(let found):
                  Issue.record("\(found)")
                  return
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
    guard case .value(let marks) = writer(path).read() else {
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

  @Test("set aside what is damaged, and not what another has written in its place")
  func damaged() throws {
    let storage = MemoryStorage("{")
    let form = KeptForm<Settings>(schema: RecordSchema("settings"), location: storage.location)
    let (first, second) = (KeptWriter(storage, form), KeptWriter(storage, form))
    guard case .unusable = first.read(), case .unusable = second.read() else {
      Issue.record("the damage was not noticed")
      return
    }
    guard
      case .done(aside: .some) = first.write(
        Settings(theme: "dark", size: 1), number: 1, overKnown: false, settingAside: true)
    else {
      Issue.record("the first did not write")
      return
    }
    guard
      case .overtaken(.value(let found)) = second.write(
        Settings(), number: 1, overKnown: false, settingAside: true)
    else {
      Issue.record("the second did not notice the first")
      return
    }
    #expect(found == Settings(theme: "dark", size: 1))
    #expect(storage.text == text("dark", 1) && storage.state.withLock(\.aside.count) == 1)
  }
}
