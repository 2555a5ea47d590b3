import Foundation

/// A folder for the files of one test, which goes with it.
final class ReadingFolder: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("millrace-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String = "a.journal") -> String { path + "/" + name }

  func bytes(_ name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: file(name)).map { [UInt8]($0) }
  }

  func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
  }

  func copy(_ name: String, to other: String) throws {
    try FileManager.default.copyItem(atPath: file(name), toPath: file(other))
  }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: file(name))
  }

  var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: path))?.sorted() ?? []
  }
}
