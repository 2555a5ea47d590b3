import Foundation
import MillraceJournal

/// A copy of a recording, in a private folder.
///
/// Reading a database creates files beside it, and opening a journal writes to it. A recording contains all
/// notes, so other users may not read the folder.
struct RecordingCopy {
  /// The path of the recording, as the user has given it.
  let path: String
  let folder: String
  /// True when there was a write-ahead log beside the recording.
  private var hasLog = false

  var file: String { folder + "/read" }
  /// The path of a journal made from the copy.
  var journal: String { folder + "/journal" }

  init(of path: String) throws(ClientError) {
    let source = try RecordingPlace(path: path).file()
    let name = "notes-replay-\(UUID().uuidString)"
    self.path = path
    let parent = FileManager.default.temporaryDirectory
    folder = parent.appending(path: name).path
    guard mkdir(folder, 0o700) == 0 else {
      let reason = String(cString: strerror(errno))
      throw .recording(path, reason: "It cannot be copied to \(parent.path): \(reason).")
    }
    do {
      let files = FileManager.default
      try files.copyItem(atPath: source, toPath: file)
      // The last turns of a program that was killed.
      hasLog = files.fileExists(atPath: source + "-wal")
      if hasLog {
        try files.copyItem(atPath: RecordingPlace(path: source + "-wal").file(), toPath: file + "-wal")
      }
    } catch {
      remove()
      throw problem(error)
    }
  }

  /// Creates an error that names the recording instead of its copy.
  func problem(_ error: any Error) -> ClientError {
    var reason = Self.sentence(error)
    if case .notAJournal? = error as? JournalError, !hasLog {
      reason += " If the program that recorded it was killed, \(path)-wal must be beside it."
    }
    for name in [file, journal, folder] { reason = reason.replacing(name, with: path) }
    return .recording(path, reason: reason)
  }

  private static func sentence(_ error: any Error) -> String {
    switch error {
    case ClientError.recording(_, let reason): reason
    case is CocoaError: "It cannot be copied: \(error.localizedDescription)"
    default: "\(error)"
    }
  }

  func remove() { try? FileManager.default.removeItem(atPath: folder) }
}
