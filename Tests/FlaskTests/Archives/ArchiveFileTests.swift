import Foundation
import Millrace
import Testing

@testable import Flask

@Suite("Archives in files")
struct ArchiveFileTests {
  private let folder: ArchiveFolder
  private var archives: FileArchives { folder.archives }

  init() throws { folder = try ArchiveFolder() }

  @Test("what is written is read, replaced and removed, and nothing else is in the folder")
  func lifetime() throws {
    #expect(try archives.read("app") == nil)
    for bytes in [[1, 2, 3], [], Array(repeating: 7, count: 300_000), [4]] as [[UInt8]] {
      try archives.write(bytes, for: "app")
      #expect(try archives.read("app") == bytes)
      #expect(folder.names == ["app.json"])
      #expect(archives.path(of: "app") == folder.path + "/app.json")
    }
    try archives.write([5], for: "other")
    try archives.remove("app")
    #expect(try archives.read("app") == nil)
    #expect(try archives.read("other") == [5])
    try archives.remove("app")
    #expect(folder.names == ["other.json"])
  }

  @Test("the folder is created by the first write, with all it lies in, for the user alone")
  func folders() throws {
    let url = folder.url.appendingPathComponent("a/b/c", isDirectory: true)
    let deep = FileArchives(directory: url)
    #expect(try deep.read("key") == nil)
    try deep.remove("key")
    #expect(folder.names == [])
    try deep.write([1], for: "key")
    #expect(try deep.read("key") == [1])
    func mode(_ path: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
    #expect(try mode(url.path) == 0o700)
    #expect(try mode(deep.path(of: "key")) == 0o600)
    let wide = FileArchives(
      directory: folder.url.appendingPathComponent("wide"),
      permissions: AccessPermissions(files: 0o7666, folders: 0o777))
    try wide.write([1], for: "key")
    #expect(try mode(wide.directory.path) == 0o777)
    #expect(try mode(wide.path(of: "key")) == 0o666)
    // The next program's wish holds for the next file.
    try FileArchives(directory: wide.directory).write([2], for: "key")
    #expect(try mode(wide.path(of: "key")) == 0o600)
  }

  @Test("every key has a file of its own, whatever it is made of")
  func keys() throws {
    let long = String(repeating: "long ", count: 5_000)
    let keys = [
      "", ".", "..", "../up", "/", "/etc/passwd", "a/b", "a\u{0}b", "a", "A", "_", "_41", "~", "é", "🜁",
      "-rf", "a.json",
      "a.json.tmp", "a.json.aside-1", "con", "a ", " a", "a\n", "%00", "Fx.1.app", long, long + ".",
      long.uppercased(),
      String(repeating: "k", count: 96), String(repeating: "k", count: 97), String(repeating: "k", count: 98),
      String(repeating: "k", count: 300),
      String(repeating: "é", count: 300),
    ]
    for (index, key) in keys.enumerated() { try archives.write([UInt8(index)], for: key) }
    for (index, key) in keys.enumerated() { #expect(try archives.read(key) == [UInt8(index)], "\(key)") }
    let names = folder.names
    #expect(names.count == keys.count)
    #expect(
      Set(names.map { $0.lowercased() }) == Set(names), "for file systems to which capitals are small letters"
    )
    for name in names {
      #expect(name.utf8.count < 140 && name.hasSuffix(".json"), "\(name)")
      #expect(name.utf8.allSatisfy { $0 > 32 && $0 < 127 && $0 != UInt8(ascii: "/") }, "\(name)")
      #expect(!name.hasPrefix(".") && !name.hasPrefix("-"), "\(name)")
    }
    for key in keys { try archives.remove(key) }
    #expect(folder.names == [])
  }

  @Test("names can be read, and keys that are equal have one, however they are composed")
  func names() {
    #expect(ArchiveFileName.of("Fx.1.app-state") == "_46x.1.app-state.json")
    #expect(ArchiveFileName.of("") == "_.json")
    #expect(ArchiveFileName.of("../up") == "_2e._2fup.json")
    #expect(ArchiveFileName.of("e\u{301}") == ArchiveFileName.of("\u{e9}"))
    let long = String(repeating: "a", count: 100)
    #expect(ArchiveFileName.of(long).hasPrefix(String(repeating: "a", count: 97) + "~"))
    #expect(ArchiveFileName.of(long) != ArchiveFileName.of(long + "a"))
  }

  @Test("different keys have different names")
  func injective() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededRandom(seed)
    let alphabet: [Character] = ["a", "A", "1", "4", "_", ".", "-", "~", "/", "é", "\u{0}"]
    var keysByName: [String: String] = [:]
    for _ in 0..<20_000 {
      let count = Bool.random(using: &random) ? 3 : Int.random(in: 40..<120, using: &random)
      let key = String((0..<count).map { _ in alphabet.randomElement(using: &random) ?? "a" })
      let name = ArchiveFileName.of(key)
      #expect(keysByName.updateValue(key, forKey: name) ?? key == key, "seed \(seed): \(name)")
    }
  }

  @Test("what a crash left of a temporary file is never read, and goes with the next write or removal")
  func leftovers() throws {
    let rest = folder.url.appendingPathComponent("key.json.tmp")
    try Data(repeating: 9, count: 100_000).write(to: rest)
    #expect(try archives.read("key") == nil)
    try archives.write([1], for: "key")
    #expect(try archives.read("key") == [1])
    #expect(folder.names == ["key.json"])
    try Data([9]).write(to: rest)
    try archives.remove("key")
    #expect(folder.names == [])
  }

  @Test("one that is set aside keeps its bytes and takes no other's place")
  func setAside() throws {
    for number in 1...12 {
      try archives.write([UInt8(number)], for: "key")
      #expect(try archives.setAside("key") == folder.path + "/key.json.aside-\(number)")
    }
    #expect(try archives.read("key") == nil)
    #expect(folder.names.count == 12)
    for number in 1...12 { #expect(try folder.bytes("key.json.aside-\(number)") == [UInt8(number)]) }
    let missing = ArchiveError.cannotWrite(
      key: "key", path: archives.path(of: "key"), reason: "No such file or directory, errno 2")
    #expect(throws: missing) { try archives.setAside("key") }
    #expect(folder.names.count == 12)
    try archives.write([1], for: "key")
    try archives.remove("key")
    #expect(folder.names.count == 12)
  }

  @Test(
    "many threads that write, read and remove one key never see half an archive, and leave nothing behind")
  func crowd() async throws {
    let archives = archives
    try archives.write(Array(repeating: 0, count: 70_000), for: "key")
    await withTaskGroup(of: Void.self) { group in
      for writer in UInt8(1)...6 {
        group.addTask {
          for _ in 0..<10 {
            do {
              try archives.write(Array(repeating: writer, count: 70_000 + Int(writer)), for: "key")
              if writer == 6 { try archives.remove("key") }
              let found = try archives.read("key") ?? []
              let whole = found.first.map { Array(repeating: $0, count: 70_000 + Int($0)) } ?? []
              #expect(found == whole)
            } catch {
              Issue.record(error)
            }
          }
        }
      }
    }
    try archives.write([1], for: "key")
    #expect(folder.names == ["key.json"])
  }

  @Test("the standard folder is the program's own, whatever the environment says")
  func standard() {
    #if !canImport(Darwin)
    #expect(FileArchives.dataFolder(environment: ["XDG_DATA_HOME": "/data"], home: "/h") == "/data")
    for environment in [[:], ["XDG_DATA_HOME": ""], ["XDG_DATA_HOME": "relative"]] {
      #expect(FileArchives.dataFolder(environment: environment, home: "/h") == "/h/.local/share")
      #expect(FileArchives.dataFolder(environment: environment, home: "").hasPrefix("/"))
    }
    #endif
    #expect(FileArchives.standard(in: "/data", program: "notes").directory.path == "/data/notes/Archives")
    for program in ["", ".", "..", "a/b", "a\u{0}b"] {
      #expect(FileArchives.standard(in: "/data", program: program).directory.path == "/data/Flask/Archives")
    }
    #expect(FileArchives.standard.directory.path.hasPrefix("/"))
    #expect(FileArchives.standard.directory.lastPathComponent == "Archives")
  }
}
