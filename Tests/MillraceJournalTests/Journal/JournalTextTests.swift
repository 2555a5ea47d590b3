import CSQLite
import MillraceJournal
import MillraceSQLite
import Testing

@Suite("Texts of a journal's errors")
struct JournalTextTests {
  @Test(
    "Each says what happened, why, and what to do",
    arguments: [
      (
        JournalError.database(path: "a", doing: "be written", reason: "the disk is full", code: SQLITE_FULL),
        "The journal `a` could not be written: the disk is full. Free space on its disk."
      ),
      (
        .database(
          path: "a", doing: "be read", reason: "its contents are damaged", code: SQLITE_CORRUPT | 1 << 8),
        """
        The journal `a` could not be read: its contents are damaged. Export the readable turns with `millrace journal \
        export --salvage`, and import the result.
        """
      ),
      (
        .database(path: "a", doing: "be opened", reason: "permission denied", code: SQLITE_CANTOPEN),
        """
        The journal `a` could not be opened: permission denied. Check that the file and its folder exist, and their \
        permissions.
        """
      ),
      (
        .noTurn(9, first: 1, last: 0),
        "There is no turn 9: the journal has no turns yet. Try again when its program has taken a turn."
      ),
      (.noTurn(9, first: 1, last: 8), "There is no turn 9 in the journal; choose one from 1 to 8."),
      (
        .removed(3, first: 5),
        "Turn 3 was removed by compaction; choose a turn after turn 5, where the journal begins."
      ),
      (
        .request(name: "mail", key: "7", reason: "no data"),
        """
        The request `7` of the durable effect `mail` cannot be recorded or decoded: no data. Correct the request's \
        schema, or pass a request that it can encode.
        """
      ),
      (
        .line(3, reason: "no brace"),
        "Line 3 of the export cannot be read: no brace. Nothing was imported; correct that line, or export the journal again."
      ),
      (
        .file(path: "a", reason: "permission denied"),
        "The file `a` cannot be used: permission denied. Remove the cause, or choose another path."
      ),
    ])
  func texts(_ error: JournalError, _ text: String) {
    #expect("\(error)" == text)
  }
}
