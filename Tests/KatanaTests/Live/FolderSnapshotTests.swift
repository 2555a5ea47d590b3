import Testing

@testable import Katana

struct LiveFolderSnapshotTests {
  private let target = WatchTarget(path: "/f", folder: "/f", file: nil)

  private func snapshot(_ entries: [String: FolderSnapshot.Entry]) -> FolderSnapshot {
    FolderSnapshot(entries: entries)
  }

  @Test("What went, moved, came and was written to is found by comparing")
  func changes() {
    let old = snapshot([
      "gone": .init(file: 1), "old": .init(file: 2), "written": .init(file: 3, size: 1),
      "same": .init(file: 4), "folder": .init(file: 5, seconds: 1, isFolder: true),
    ])
    let new = snapshot([
      "new": .init(file: 2), "written": .init(file: 3, size: 2), "same": .init(file: 4),
      "come": .init(file: 9), "folder": .init(file: 5, seconds: 2, isFolder: true),
    ])
    #expect(
      new.changes(since: old, for: target) == [
        .removed("/f/gone"), .moved(from: "/f/old", to: "/f/new"), .created("/f/come"),
        .modified("/f/written"),
      ])
    #expect(new.changes(since: new, for: target) == [])
  }

  @Test("A file that another has replaced is modified")
  func replaced() {
    let file = WatchTarget(path: "link", folder: "/f", file: "a")
    let changes = snapshot(["a": .init(file: 2)]).changes(since: snapshot(["a": .init(file: 1)]), for: file)
    #expect(changes == [.modified("link")])
  }

  @Test("A real folder is read, and only the watched file where a file is watched")
  func take() throws {
    let folder = try LiveFolder()
    try folder.write("1", to: "a")
    try folder.write("2", to: "b")
    let all = try WatchTarget(path: folder.path)
    let before = try #require(FolderSnapshot.take(of: all))
    #expect(Set(before.entries.keys) == ["a", "b"])
    try folder.write("longer", to: "a")
    try folder.move("b", to: "c")
    let after = try #require(FolderSnapshot.take(of: all))
    #expect(
      after.changes(since: before, for: all) == [
        .moved(from: folder.path("b"), to: folder.path("c")), .modified(folder.path("a")),
      ])
    let one = try WatchTarget(path: folder.path("a"))
    #expect(FolderSnapshot.take(of: one).map { Array($0.entries.keys) } == ["a"])
    #expect(FolderSnapshot.take(of: WatchTarget(path: "", folder: folder.path("no"), file: nil)) == nil)
  }
}
