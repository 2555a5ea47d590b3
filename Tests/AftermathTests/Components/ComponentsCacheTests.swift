import AftermathComponents
import Foundation
import Testing

@Suite("The caches")
struct ComponentsCacheTests {
  let contents = [
    Component(identifier: "c", title: "é", items: [Item(identifier: "a", metadata: ["n": 1.5])])
  ]

  /// Runs a test with a folder of its own, which does not exist yet.
  func withFolder(_ body: (FileCache) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "components-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(FileCache(folder: folder.path))
  }

  @Test("what was kept in memory is there, by its key, until it is removed")
  func memory() {
    let cache = MemoryCache()
    cache.save(contents, for: "a")
    #expect(cache.load("a") == contents)
    #expect(cache.load("b") == nil)
    cache.remove("a")
    #expect(cache.load("a") == nil)
  }

  @Test("what was kept in a file is there for the next cache of the folder, until it is removed")
  func file() throws {
    try withFolder { cache in
      #expect(try cache.load("a") == nil)
      try cache.remove("a")
      try cache.save([], for: "a")
      try cache.save(contents, for: "a")
      #expect(try FileCache(folder: cache.folder).load("a") == contents)
      try cache.remove("a")
      #expect(try cache.load("a") == nil)
    }
  }

  @Test("any key has a file of its own in the folder, and no other place")
  func keys() throws {
    try withFolder { cache in
      let long = String(repeating: "long", count: 200)
      let keys = [
        "", "a", "A", "../a", "/etc/passwd", "a/b", "a_2fb", "ä", "a\u{0}b", ".", "..", "日本", long,
        long + "x", "con",
      ]
      for (index, key) in keys.enumerated() { try cache.save([Component(identifier: "\(index)")], for: key) }
      for (index, key) in keys.enumerated() {
        #expect(try cache.load(key) == [Component(identifier: "\(index)")], "\(key)")
      }
      let names = try FileManager.default.contentsOfDirectory(atPath: cache.folder)
      #expect(Set(names.map { $0.lowercased() }).count == keys.count)
      #expect(names.allSatisfy { $0.utf8.count < 255 })
    }
  }

  @Test(
    "a damaged file is a typed error that names it",
    arguments: ["", "{", "[]", #"{"key":"a"}"#, #"{"key":"a","components":[{}]}"#, "\u{0}\u{1}"])
  func damaged(_ text: String) throws {
    try withFolder { cache in
      try cache.save(contents, for: "a")
      try Data(text.utf8).write(to: URL(fileURLWithPath: cache.path(of: "a")))
      let error = #expect(throws: ContentCacheError.self) { try cache.load("a") }
      #expect(
        error?.description.hasPrefix("The cached contents in `\(cache.path(of: "a"))` are damaged (") == true)
      try cache.save(contents, for: "a")
      #expect(try cache.load("a") == contents)
    }
  }

  @Test("random damage of a file is an error or contents, and never a trap")
  func fuzz() throws {
    try withFolder { cache in
      try cache.save(contents, for: "a")
      let file = URL(fileURLWithPath: cache.path(of: "a"))
      let whole = try Data(contentsOf: file)
      for seed in 0..<300 as Range<UInt64> {
        var random = SeededRandom(seed)
        var data = whole.prefix(random.below(whole.count) + 1)
        for _ in 0..<random.below(4) { data[random.below(data.count)] = UInt8(random.below(256)) }
        try data.write(to: file)
        do throws(ContentCacheError) { _ = try cache.load("a") } catch {
          switch error {
          case .damaged, .otherKey: break
          case .unreadable, .unwritable: Issue.record("seed \(seed): \(error)")
          }
        }
      }
    }
  }

  @Test("a file of another key, an unreadable one, and a folder that cannot be made are typed errors")
  func otherErrors() throws {
    try withFolder { cache in
      try cache.save(contents, for: "a")
      try FileManager.default.copyItem(atPath: cache.path(of: "a"), toPath: cache.path(of: "b"))
      #expect(throws: ContentCacheError.otherKey(path: cache.path(of: "b"), key: "b", found: "a")) {
        try cache.load("b")
      }
      try FileManager.default.createDirectory(atPath: cache.path(of: "c"), withIntermediateDirectories: true)
      let unreadable = #expect(throws: ContentCacheError.self) { try cache.load("c") }
      #expect(unreadable?.description.contains("could not be read") == true)
      let inFile = FileCache(folder: cache.path(of: "a") + "/below")
      let unwritable = #expect(throws: ContentCacheError.self) { try inFile.save(contents, for: "a") }
      #expect(unwritable?.description.contains("could not be written") == true)
    }
  }

  @Test("contents that JSON cannot say are a typed error, and what was kept stays")
  func unencodable() throws {
    try withFolder { cache in
      try cache.save(contents, for: "a")
      let bad = [Component(identifier: "c", metadata: ["n": .number(.nan)])]
      #expect(throws: ContentCacheError.self) { try cache.save(bad, for: "a") }
      #expect(try cache.load("a") == contents)
    }
  }
}
