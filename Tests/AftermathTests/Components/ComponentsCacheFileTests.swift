import AftermathComponents
import Foundation
import Millrace
import Synchronization
import Testing

@Suite("The files of a cache")
struct ComponentsCacheFileTests {
  private final class Folder: Sendable {
    let path = NSTemporaryDirectory() + "components-\(UUID().uuidString)"
    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

    func mode(_ path: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
  }

  private let folder = Folder()
  private let contents = [Component(identifier: "c")]

  @Test("are their owner's alone, unless it is given other permissions")
  func modes() throws {
    let cache = FileCache(folder: folder.path + "/deep/in")
    try cache.save(contents, for: "a")
    #expect(try folder.mode(cache.path(of: "a")) == 0o600)
    #expect(try folder.mode(cache.folder) == 0o700 && folder.mode(folder.path) == 0o700)
    let wide = FileCache(
      folder: folder.path + "/wide", permissions: AccessPermissions(files: 0o644, folders: 0o755))
    try wide.save(contents, for: "a")
    #expect(try folder.mode(wide.path(of: "a")) == 0o644 && folder.mode(wide.folder) == 0o755)
  }

  @Test("that a process which was killed was writing are removed by the next cache, and no others")
  func leftovers() throws {
    let cache = FileCache(folder: folder.path)
    try cache.save(contents, for: "a")
    for name in ["content-b.json.tmp", "content-a.json.tmp", "mine.json.tmp", "content-mine.tmp"] {
      try Data("half".utf8).write(to: URL(fileURLWithPath: folder.path + "/" + name))
    }
    #expect(try FileCache(folder: folder.path).load("a") == contents)
    #expect(folder.names == ["content-a.json", "content-mine.tmp", "mine.json.tmp"])
  }

  @Test("have keys that are equal or different as in memory")
  func keys() throws {
    let texts = [
      "é", "e\u{301}", "a\u{328}\u{301}", "a\u{301}\u{328}", "\u{1100}\u{1161}", "\u{AC00}", "\u{212B}", "Å",
      "ﬁ", "fi",
      "ß", "ss", "a", "A", "a\u{0}", "", " ",
    ]
    let (file, memory) = (FileCache(folder: folder.path), MemoryCache())
    for (index, key) in texts.enumerated() {
      try file.save([Component(identifier: "\(index)")], for: key)
      memory.save([Component(identifier: "\(index)")], for: key)
    }
    for key in texts { #expect(try file.load(key) == memory.load(key), "\(key.unicodeScalars)") }
    try file.remove("e\u{301}")
    #expect(try file.load("é") == nil)
  }
}

@Suite("A cache in files that several use")
struct ComponentsCacheConcurrencyTests {
  @Test("gives contents or none while they are kept and removed, and never an error")
  func loadBesideRemove() async throws {
    let path = NSTemporaryDirectory() + "components-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let contents = [Component(identifier: "c", items: (0..<50).map { Item(identifier: "\($0)") })]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<2 {
        group.addTask {
          let cache = FileCache(folder: path)
          for round in 0..<300 {
            if (round + writer).isMultiple(of: 2) {
              try cache.save(contents, for: "a")
            } else {
              try cache.remove("a")
            }
          }
        }
      }
      for _ in 0..<2 {
        group.addTask {
          let cache = FileCache(folder: path)
          for _ in 0..<1_000 {
            let found = try cache.load("a")
            #expect(found == nil || found == contents)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: path).allSatisfy { !$0.hasSuffix(".tmp") })
  }
}
