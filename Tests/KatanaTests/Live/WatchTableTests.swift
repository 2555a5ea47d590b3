import Testing

@testable import Katana

/// The listeners of one inotify instance.
struct LiveWatchTableTests {
  private func bytes(_ watch: Int32, _ mask: InotifyRecord.Mask, _ name: String) -> [UInt8] {
    var padded = Array(name.utf8)
    if !padded.isEmpty { repeat { padded.append(0) } while padded.count % 16 != 0 }
    return [UInt32(bitPattern: watch), mask.rawValue, 0, UInt32(padded.count)].flatMap { number in
      withUnsafeBytes(of: number) { Array($0) }
    } + padded
  }

  private func folder(_ name: String) -> WatchTarget { WatchTarget(path: name, folder: name, file: nil) }

  @Test("Each listener is told of its own folder, all listeners of one folder of the same")
  func own() {
    var table = WatchTable()
    _ = table.add(folder("/a"), watch: 1) { _ in }
    _ = table.add(WatchTarget(path: "/a/x", folder: "/a", file: "x"), watch: 1) { _ in }
    _ = table.add(folder("/b"), watch: 2) { _ in }
    let news = table.take(bytes(2, .created, "y") + bytes(1, .created, "y") + bytes(1, .modified, "x"))
    #expect(
      news.reports.map(\.changes) == [
        [.created("/a/y"), .modified("/a/x")], [.modified("/a/x")], [.created("/b/y")],
      ])
    #expect(news.released.isEmpty)
    #expect(table.take(bytes(3, .created, "z")).reports.isEmpty)
  }

  @Test("The system's watch is released with its last listener, and when its folder has gone")
  func released() {
    var table = WatchTable()
    let first = table.add(folder("/a"), watch: 1) { _ in }
    let second = table.add(folder("/a"), watch: 1) { _ in }
    #expect(table.remove(first).watch == nil)
    #expect(table.remove(second).watch == 1)
    #expect(table.remove(second).watch == nil)
    _ = table.add(folder("/b"), watch: 2) { _ in }
    let news = table.take(bytes(2, .selfMoved, "") + bytes(2, .created, "late"))
    #expect(news.reports.map(\.changes) == [[.ended("/b")]])
    #expect(news.released == [2])
    #expect(table.take(bytes(2, .created, "later")).reports.isEmpty)
  }

  @Test("Lost and damaged records are told to every listener")
  func lost() {
    var table = WatchTable()
    _ = table.add(folder("/a"), watch: 1) { _ in }
    _ = table.add(folder("/b"), watch: 2) { _ in }
    let overflow = table.take(bytes(-1, .overflow, "") + bytes(2, .created, "y"))
    #expect(overflow.reports.map(\.changes) == [[.rescan("/a")], [.rescan("/b"), .created("/b/y")]])
    let damaged = table.take(bytes(1, .created, "y") + [1, 2, 3])
    #expect(damaged.reports.map(\.changes) == [[.created("/a/y"), .rescan("/a")], [.rescan("/b")]])
  }
}
