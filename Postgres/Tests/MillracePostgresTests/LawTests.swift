import Foundation
import MillracePostgres
import MillraceSync
import MillraceSyncTesting
import Testing

@Suite(
  "The laws of a shared log in PostgreSQL",
  .enabled(if: server != nil, "Scripts/test-postgres starts a server and names it in MILLRACE_POSTGRES."),
  .serialized)
struct LawTests {
  @Test("are kept", arguments: SharedLogLaws.all)
  func law(_ law: SharedLogLaw) async throws {
    let database = try PostgresDatabase(server ?? "", timeout: .seconds(3_600))
    try await database.createSchema()
    let run = UUID()
    try await law.check(patience: .seconds(3_600)) { name in try database.log("\(name) \(run)") }
  }
}
