import Millrace
import Testing

@testable import MillraceTesting

/// A store may live on any actor, or on none.
@Suite struct TestStoreHomeTests {
  private actor Office {
    func test() async -> [Failures.Report] {
      await testStoreReports {
        let store = Store(TestStoreSearch(), update: TestStoreSearch.update)
        let test = TestStore(store)
        test.send(.increment) { $0.count = 1 }
        test.send(.typed("a")) { $0.query = "a" }
        await test.receive(.found(["A"])) { $0.results = ["A"] }
        let sender = store.sender()
        Task.detached { sender.send(.increment) }
        await test.receive(.increment) { $0.count = 2 }
        await test.finish()
      }
    }
  }

  @Test("A store on an actor is tested there")
  func onActor() async {
    #expect(await Office().test() == [])
  }

  @Test("A store without a home is tested where the test is")
  func homeless() async {
    let reports = await testStoreReports {
      let store = Store(TestStoreSearch(), update: TestStoreSearch.update)
      let test = TestStore(store)
      test.send(.typed("a"), effects: [.starts("search a")]) { $0.query = "a" }
      await test.receive(.found(["A"])) { $0.results = ["A"] }
      let sender = store.sender()
      Task.detached { sender.send(.increment) }
      await test.receive(.increment) { $0.count = 1 }
      await test.finish()
    }
    #expect(reports == [])
  }

  @Test("A hundred tests at the same time do not disturb each other")
  func atTheSameTime() async {
    await withTaskGroup(of: [Failures.Report].self) { group in
      for _ in 0..<100 { group.addTask { await Office().test() } }
      for await reports in group { #expect(reports == []) }
    }
  }
}
