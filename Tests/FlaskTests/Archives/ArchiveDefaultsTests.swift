import Foundation
import TestResources
import Testing

@testable import Flask

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

@Suite("Archives in the user's defaults, and in memory")
struct ArchiveDefaultsTests {
  @Test("archives in a suite live like those in files")
  func defaults() throws {
    let name = "millrace-flask-\(UUID())"
    let archives = UserDefaultsArchives(suiteName: name)
    let suite = try #require(UserDefaults(suiteName: name))
    defer { suite.removePersistentDomain(forName: name) }
    #expect(try archives.read("key") == nil)
    for key in ["key", "", "a\u{0}b", "Key", String(repeating: "x", count: 10_000)] {
      try archives.write([0, 255], for: key)
      try archives.write([1, 2], for: key)
      #expect(try UserDefaultsArchives(suiteName: name).read(key) == [1, 2])
    }
    #expect(try archives.setAside("key") == "flask.key.json.aside-1")
    #expect(try archives.read("key") == nil)
    try archives.write([3], for: "key")
    #expect(try archives.setAside("key") == "flask.key.json.aside-2")
    #expect(suite.data(forKey: "flask.key.json.aside-1") == Data([1, 2]))
    #expect(suite.data(forKey: "flask.key.json.aside-2") == Data([3]))
    try archives.write([4], for: "key")
    try archives.remove("key")
    try archives.remove("key")
    #expect(try archives.read("key") == nil)
    suite.set("text", forKey: archives.name(of: "key"))
    let error = #expect(throws: ArchiveError.self) { try archives.read("key") }
    #expect(error?.description.contains("which is not an archive") == true)
    for key in suite.dictionaryRepresentation().keys where key.hasPrefix("flask.") {
      suite.removeObject(forKey: key)
    }
    _ = suite.synchronize()
  }

  @Test("an archive in a suite outlives the process that wrote it", .realProcess)
  func outlives() async throws {
    let name = "millrace-flask-\(UUID())"
    await #expect(processExitsWith: .success) { [name = name as String] in
      try UserDefaultsArchives(suiteName: name).write([1, 2, 3], for: "key")
      _exit(0)
    }
    let archives = UserDefaultsArchives(suiteName: name)
    #expect(try archives.read("key") == [1, 2, 3])
    try archives.remove("key")
    UserDefaults(suiteName: name)?.removePersistentDomain(forName: name)
  }

  @Test("archives in memory can be looked into")
  func memory() {
    let archives = MemoryArchives(["a": [1]])
    archives.write([2], for: "b")
    #expect(archives.read("a") == [1])
    #expect(archives.setAside("a") == "archivesSetAside[\"a\"]")
    archives.write([3], for: "a")
    _ = archives.setAside("a")
    _ = archives.setAside("nobody")
    #expect(archives.contents == ["b": [2]])
    #expect(archives.archivesSetAside == ["a": [[1], [3]]])
    archives.remove("b")
    #expect(archives.contents.isEmpty)
  }
}
