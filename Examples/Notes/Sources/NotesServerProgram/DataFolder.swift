import Foundation

/// The files of the program.
enum DataFolder {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Returns the path of the database in a folder, which is created if it is missing.
  static func database(in folder: String) throws -> String {
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
    let database = "\(folder)/notes.database"
    let files = FileManager.default
    if files.fileExists(atPath: "\(folder)/notes.journal"), !files.fileExists(atPath: database) {
      throw Failure(
        description: """
          The folder `\(folder)` has the data of an earlier release in `notes.journal`, which this one cannot read. \
          Export them with that release by `--export FILE`, and start this one once with `--data` and another folder \
          and `--import FILE`.
          """)
    }
    return database
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
