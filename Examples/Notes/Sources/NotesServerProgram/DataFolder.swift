import Foundation

/// The files that the program reads and writes beside the journal.
enum DataFolder {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Returns the path of the journal in a folder, which is created if it is missing.
  static func journal(in folder: String) throws -> String {
    do {
      // Other users may not read the content.
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw Failure(
        description: """
          The folder `\(folder)` cannot be created: \(reason(error)). Choose another one with `--data`, or use \
          `--memory` to store nothing.
          """)
    }
    return "\(folder)/notes.journal"
  }

  /// Writes a file, completely or not at all.
  static func write(_ bytes: [UInt8], to file: String) throws {
    do {
      try Data(bytes).write(to: URL(fileURLWithPath: file), options: .atomic)
    } catch {
      throw Failure(
        description: "The file `\(file)` cannot be written: \(reason(error)). Check that its folder exists.")
    }
  }

  private static func reason(_ error: any Error) -> String {
    if let system = (error as NSError).userInfo[NSUnderlyingErrorKey] as? POSIXError {
      return String(cString: strerror(Int32(system.code.rawValue)))
    }
    let text = (error as NSError).localizedDescription
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }
}
