import Harvest
import HarvestTesting
import MillraceTesting
import Testing

@MainActor
@Suite("Testing what you wrote, with Harvest") struct TestStoreHarvestSamples {
  @Test("A table is tested by its inputs")
  func table() async {
    let harvester = Harvester(
      state: Login.State.loggedOut, mapping: Login.mapping(), world: Login.World(login: { true }, logout: {}))
    let test = TestStore(harvester)
    test.send(.login, effects: [.starts("log in")]) { $0 = .loggingIn }
    await test.receive(.loginOK) { $0 = .loggedIn }
    await test.finish()
  }

  @Test("A table is checked as a model")
  func model() {
    let logic = Logic(
      .loggedOut, mapping: Login.mapping(), world: Login.World(login: { true }, logout: {}))
    let report = ModelCheck(logic, messages: [.login, .logout, .forceLogout])
      .neverStuck("one can always log out") { $0 == .loggedOut }
      .run()
    #expect(report.isSuccess && report.unusedRows.isEmpty, "\(report)")
  }
}
