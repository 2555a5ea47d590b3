import MillraceSync
import Testing

@testable import MillracePostgres

@Suite("Connection strings")
struct RedactionTests {
  @Test("no secret of a connection string stays in a text")
  func secrets() throws {
    let redact = try PostgresDatabase.redaction(of: "postgres://me:s3cret%20x@h/db?sslpassword=other")
    #expect(redact("s3cret x and other\nfailed.") == "*** and *** failed")
  }

  @Test("a text that cannot be read is refused without being repeated")
  func unreadable() {
    #expect {
      _ = try PostgresDatabase("password='hush")
    } throws: { error in
      !"\(error)".contains("hush") && "\(error)".contains("no connection string")
    }
  }
}
