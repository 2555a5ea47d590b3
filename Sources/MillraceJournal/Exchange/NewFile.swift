import Millrace

/// A new file that is written under an unused name and moved to its path when it is complete.
final class NewFile {
  private let path: String
  private let partial: String
  private var file: Int32?
  private var length = 0
  private var buffer: [UInt8] = []

  init(_ path: String, _ permissions: AccessPermissions) throws(JournalError) {
    self.path = path
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw .file(path: path, reason: "the path is invalid")
    }
    if FileFacts.exists(path) { throw .exists(path: path) }
    let partial = FileMoves.newName(beside: path)
    self.partial = partial
    file = try JournalError.of(path) { () throws(SystemFailure) in
      try SystemFile.create(partial, permissions.files)
    }
  }

  deinit {
    guard let file else { return }
    SystemFile.close(file)
    _ = try? SystemFile.remove(partial)
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws(JournalError) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= LineFile.blockSize { try flush() }
  }

  /// Moves the file to its path; it is on the disk when this returns.
  func finish() throws(JournalError) {
    guard let file else { return }
    try flush()
    try JournalError.of(path) { () throws(SystemFailure) in try SystemFile.synchronize(file) }
    try FileMoves.move(partial, to: path)
    SystemFile.close(file)
    self.file = nil
  }

  private func flush() throws(JournalError) {
    guard let file else { return }
    try JournalError.of(path) { () throws(SystemFailure) in
      try buffer.withBytes { bytes throws(SystemFailure) in
        try SystemFile.write(bytes, to: file, at: length)
      }
    }
    length += buffer.count
    buffer.removeAll(keepingCapacity: true)
  }
}
