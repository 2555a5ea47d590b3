import Foundation
import Millrace
import MillraceSQLite
import Testing

@testable import MillraceJournal

/// The journal kept as a file of each form: turns of two kinds of cause, two snapshots, a durable effect
/// that has answered and one that is open.
@FaultsActor
enum FormSample {
  /// Every message, in the order of the turns.
  static let messages: [FaultsMessage] =
    (1...5).map { .note($0) } + [.order(2), .delivered(2)] + (6...12).map { .note($0) } + [.order(3)]

  /// Writes the sample in the newest form, as one file without a log.
  static func write(to path: String) async throws {
    let program = try FaultsProgram(path, durability: .everyTurn) { _, _ in }
    try program.journal.start()
    for message in messages {
      if case .delivered = message {
        await program.flow.run()
        try program.journal.snapshot()
        try await program.journal.flushSnapshots()
      } else {
        program.ledger.send(message)
      }
    }
    // Nothing runs between the last message and this, so that the last effect has not answered.
    try program.journal.close()
    // A file that is kept says nothing of the machine that has made it.
    let database = try Database(path: path, mode: .write)
    try database.transaction { () throws(JournalError) in
      try database.setMeta(.ownerHost, .text("host"))
      try database.setMeta(.ownerProcess, .integer(1))
      try database.writeSeal()
    }
    database.close()
  }
}
