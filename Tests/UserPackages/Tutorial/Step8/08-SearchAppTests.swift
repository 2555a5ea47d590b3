import Foundation
import Millrace
import MillraceTesting
import Testing

@MainActor
@Suite("A crash") struct SearchAppTests {
  @Test("The next program goes on with the query of the last one")
  func crash() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "search-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "search.journal").path()

    // This program ends while its search still waits: its clock stands still.
    let standing = StoreEnvironment(clock: ManualClock())
    var app: SearchApp? = try SearchApp(journalAt: path, environment: standing)
    app?.search.send(.typed("Wheel"))
    app = nil

    let next = try SearchApp(journalAt: path)
    #expect(next.search.query == "Wheel")
    await next.search.run()
    #expect(next.search.results == ["The Quiet Wheel"])
  }
}
