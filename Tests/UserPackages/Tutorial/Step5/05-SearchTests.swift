import Millrace
import MillraceTesting
import Testing

@MainActor
@Suite("Every step") struct EveryStepTests {
  @Test("A search, with all that happens")
  func search() async {
    var environment = StoreEnvironment.test()
    environment[LibraryKey.self] = Library { query in ["The Quiet \(query)"] }
    let test = TestStore(Store(Search(), environment: environment, update: Search.update))
    test.send(.typed("Wheel"), effects: [.starts("search Wheel")]) {
      $0.query = "Wheel"
      $0.isLoading = true
    }
    await test.receive(.found(["The Quiet Wheel"])) {
      $0.isLoading = false
      $0.results = ["The Quiet Wheel"]
    }
    await test.finish()
  }
}
