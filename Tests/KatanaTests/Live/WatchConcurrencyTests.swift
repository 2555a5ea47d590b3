import MillraceTesting
import Testing

@testable import Katana

#if os(Linux)
/// Watches that come and go on several threads.
@Suite(.serialized)
struct WatchConcurrencyTests {
  @Test("Watches come and go on several threads, and the one that stays is told of every change")
  func comeAndGo() async throws {
    let folder = try LiveFolder()
    let target = try WatchTarget(path: folder.path)
    let changes = DemoLog<FileChange>()
    let staying = try FolderWatch(target) { changes.add($0) }
    await withTaskGroup { group in
      for number in 0..<8 {
        group.addTask {
          for round in 0..<25 {
            let watch = try? FolderWatch(target) { _ in }
            try? folder.write("", to: "\(number)-\(round)")
            watch?.stop()
          }
        }
      }
    }
    try await ManualClock().waitUntil { Set(changes.entries).count == 200 }
    staying.stop()
    #expect(changes.entries.allSatisfy { if case .created = $0 { true } else { false } })
  }

  @Test("A source that is stopped while it is opened again is closed")
  func stopped() async throws {
    for _ in 0..<50 {
      let (opened, closed) = (DemoLog<Int>(), DemoLog<Int>())
      let source = Reopening { () throws(FileChangesError) in
        opened.add(1)
        return 1
      } close: {
        closed.add($0)
      }
      await withTaskGroup { group in
        group.addTask { try? source.start(clock: ContinuousClock()) { _ in true } }
        group.addTask { source.stop() }
      }
      source.stop()
      #expect(opened.entries.count == closed.entries.count)
    }
  }
}
#endif
