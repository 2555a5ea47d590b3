import Foundation
import MillraceJournal

/// A copy of a recording, in a folder of its own.
///
/// Reading a database leaves files beside it, and a journal is not opened without being written to. All notes are in a
/// recording, so nobody else may look into the folder.
struct RecordingCopy {
  /// Where the recording is, as the user has named it.
  let path: String
  let folder: String
  /// Whether there was a write-ahead log beside the recording.
  private var hasLog = false

  /// The copy.
  var file: String { folder + "/read" }
  /// Where a journal can be made of it.
  var journal: String { folder + "/journal" }

  init(of path: String) throws(ClientError) {
    let source = try RecordingPlace(path: path).file()
    let name = "notes-replay-\(UUID().uuidString)"
    self.path = path
    let parent = FileManager.default.temporaryDirectory
    folder = parent.appending(path: name).path
    guard mkdir(folder, 0o700) == 0 else {
      let reason = String(cString: strerror(errno))
      throw .recording(path, reason: "No copy of it can be made in \(parent.path): \(reason).")
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

  /// What went wrong, said of the recording instead of its copy.
  func problem(_ error: any Error) -> ClientError {
    var reason = Self.sentence(error)
    if case .notAJournal? = error as? JournalError, !hasLog {
      reason += " If the program that made it was killed, \(path)-wal beside it belongs to it."
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
