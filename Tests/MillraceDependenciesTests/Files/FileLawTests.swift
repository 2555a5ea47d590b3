import Foundation
import Millrace
import MillraceDependencies
import TestResources
import Testing

/// An operation on files, and what came of it.
private enum Operation: CustomStringConvertible {
  case read(String)
  case write(Data, String)
  case list(String)
  case remove(String)

  var description: String {
    switch self {
    case .read(let path): "read(\(path.debugDescription))"
    case .write(let data, let path):
      "write(\(String(decoding: data, as: UTF8.self)), \(path.debugDescription))"
    case .list(let path): "list(\(path.debugDescription))"
    case .remove(let path): "remove(\(path.debugDescription))"
    }
  }

  /// Returns the result as a text.
  func apply(to files: FileClient) async -> String {
    do {
      switch self {
      case .read(let path): return String(decoding: try await files.read(path), as: UTF8.self)
      case .write(let data, let path):
        try await files.write(data, to: path)
        return "written"
      case .list(let path): return "\(try await files.list(path))"
      case .remove(let path): return "\(try await files.remove(path))"
      }
    } catch {
      return "\(error)"
    }
  }

  /// Paths of few names, so that files and folders meet.
  static func random(_ random: inout RandomSource) -> Operation {
    let names = ["a", "b", "c.txt", ".", "", "ä ö"]
    var path = (0..<Int.random(in: 1...4, using: &random)).map { _ in names.randomElement(using: &random)! }
      .joined(separator: "/")
    if Int.random(in: 0..<20, using: &random) == 0 {
      path = ["", "/", "..", "a/../b", ".a.writing", "a\0"].randomElement(using: &random)!
    }
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return .read(path)
    case 1: return .write(Data("\(Int.random(in: 0..<100, using: &random))"), path)
    case 2: return .list(path)
    default: return .remove(path)
    }
  }
}

@Suite("Files in memory", .realDisk)
struct FileLawTests {
  @Test(
    "give the same results as the system's, whatever is done, errors included",
    arguments: 0..<20 as Range<UInt64>)
  func same(seed: UInt64) async throws {
    try await withFolder { folder in
      let (system, memory) = (FileClient.live(in: folder), FileClient.inMemory())
      var random = RandomSource.seeded(seed)
      var history: [String] = []
      for _ in 0..<(testsAreLong ? 1_000 : 60) {
        let operation = Operation.random(&random)
        let (real, simulated) = (await operation.apply(to: system), await operation.apply(to: memory))
        history.append("\(operation)")
        guard real == simulated else {
          Issue.record("seed \(seed): \(history.joined(separator: ", ")): \(real), in memory \(simulated)")
          return
        }
      }
    }
  }

  @Test("a written file is read again, replaced, listed and removed")
  func operations() async throws {
    try await withFolder { folder in
      for files in [FileClient.inMemory(), .live(in: folder + "/new")] {
        #expect(try await files.list("") == [])
        try await files.write(Data("one"), to: "a/b.txt")
        try await files.write(Data("two"), to: "a/b.txt")
        #expect(try await files.read("a//./b.txt") == Data("two"))
        #expect(try await files.list("/") == ["a"])
        #expect(try await files.list("a") == ["b.txt"])
        #expect(try await files.remove("a/b.txt"))
        #expect(try await !files.remove("a/b.txt"))
        #expect(try await files.list("a") == [])
      }
    }
  }

  @Test("each error says what happened and what to do")
  func errors() async throws {
    let files = FileClient.inMemory(try FileTree(["a/b": Data("x")]))
    await #expect(throws: FileError.missing(path: "a/c")) { try await files.read("a/c") }
    await #expect(throws: FileError.isFolder(path: "a")) { try await files.read("a") }
    await #expect(throws: FileError.isNoFolder(path: "a/b/c")) { try await files.write(Data(), to: "a/b/c") }
    await #expect(throws: FileError.isFolder(path: "a")) { try await files.remove("a") }
    #expect("\(FileError.missing(path: "a"))" == "There is no `a`; write it first, or check the path.")
    #expect(
      "\(FileError.invalidPath("..", reason: "it is up"))"
        == "The path \"..\" cannot be used: it is up. Use another path.")
  }

  @Test("a path cannot lead out of the client's folder")
  func escape() async throws {
    try await withFolder { folder in
      let files = FileClient.live(in: folder + "/inside")
      try Data("secret").write(to: URL(fileURLWithPath: folder + "/secret"))
      for path in ["../secret", "/../secret", "a/../../secret"] {
        await #expect(throws: FileError.self) { try await files.read(path) }
      }
      await #expect(throws: FileError.missing(path: "/secret")) { try await files.read("/secret") }
    }
  }

  @Test("a file that a crash left half-written is not listed, and the next write replaces it")
  func crash() async throws {
    try await withFolder { folder in
      try Data("half").write(to: URL(fileURLWithPath: folder + "/.a.writing"))
      let files = FileClient.live(in: folder)
      #expect(try await files.list("") == [])
      try await files.write(Data("whole"), to: "a")
      #expect(try await files.list("") == ["a"])
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a"])
    }
  }

  @Test("absolute and relative paths of the client of the whole system are the system's")
  func whole() async throws {
    try await withFolder { folder in
      try await FileClient.live.write(Data("x"), to: folder + "/sub/a")
      #expect(try await FileClient.live.list(folder) == ["sub"])
      #expect(try Data(contentsOf: URL(fileURLWithPath: folder + "/sub/a")) == Data("x"))
      await #expect(throws: FileError.self) { try await FileClient.live.read("no-such-file-\(UUID())") }
    }
  }

  @Test("a recording client records each call and makes it")
  func recording() async throws {
    let calls = RecordedCalls<FileClient.Call>()
    let files = FileClient.inMemory().recording(into: calls)
    try await files.write(Data("x"), to: "a")
    _ = try await files.read("a")
    _ = try await files.list("")
    _ = try await files.remove("a")
    #expect(calls.takeAll() == [.write(Data("x"), "a"), .read("a"), .list(""), .remove("a")])
    #expect(calls.all.isEmpty)
  }
}
