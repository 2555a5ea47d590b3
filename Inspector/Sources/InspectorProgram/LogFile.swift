import Foundation

/// The place for lines while the tool runs: standard error, or a file while a command has the terminal.
final class LogFile: @unchecked Sendable {
  // Sound: lines are written under the lock; the rest never changes.

  /// The path of the file; nil for standard error.
  let path: String?
  private let handle: FileHandle?
  private let lock = NSLock()
  private var room = 1 << 20

  /// The file cannot be made.
  struct NotMade: Error, CustomStringConvertible {
    let path: String
    let code: Int32

    var description: String {
      "The log `\(path)` cannot be made: \(String(cString: strerror(code))). Make room, or set TMPDIR to another folder."
    }
  }

  init(isNeeded: Bool) throws(NotMade) {
    guard isNeeded else {
      (path, handle) = (nil, nil)
      return
    }
    var template = Array("\(FileManager.default.temporaryDirectory.path)/millrace-inspect.XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard descriptor >= 0 else { throw NotMade(path: path, code: errno) }
    self.path = path
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// Writes a line; what exceeds 1 MiB is left out.
  func add(_ line: String) {
    guard let handle else { return Tool.tell(line) }
    lock.withLock {
      guard room > 0 else { return }
      room -= line.utf8.count
      try? handle.write(contentsOf: Data("\(line)\n".utf8))
    }
  }
}
