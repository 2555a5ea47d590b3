import Millrace
import Testing

@testable import MillraceSync

@Suite("A replica that is used in a wrong way")
@MainActor
struct ReplicaMisuseTests {
  private let log = MemoryLog("words")

  @Test("asks the log again after an error of the log, when it is started again")
  func startAgain() async throws {
    let place = try WordPlace("kitchen", log)
    try await place.replica.catchUp()
    log.fail(with: .closed(log: "words"))
    place.store.send(.add("flour"))
    #expect(await place.reachStop() == .log(.closed(log: "words")))
    log.fail(with: nil)
    place.replica.stop()
    try place.replica.start()
    try await place.replica.waitUntilConfirmed()
    #expect(try await log.head() == 1)
    #expect(place.words == ["flour"])
  }
}
