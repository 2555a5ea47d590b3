import Millrace
import Testing

@testable import MillraceTesting

private struct Gauge: Equatable {
  var level = 0.0
  var levels: [Double] = []
  var title = ""
  var set: Set<Double> = [.nan]
}

private enum GaugeMessage: Sendable, Equatable {
  case set(Double)
  case title(String)
  case echo(Double)
}

@MainActor @Suite struct TestStoreUnequalTests {
  private func gaugeTest() -> TestStore<Gauge, GaugeMessage> {
    TestStore(
      Store(Gauge()) { gauge, message in
        switch message {
        case .set(let level):
          gauge.level = level
          gauge.levels.append(level)
        case .title(let title): gauge.title = title
        case .echo(let level): return .send(.set(level))
        }
        return .none
      }, patience: .milliseconds(1))
  }

  @Test("A step with a NaN is expected by writing it, and a message with one is received")
  func expected() async {
    let failures = await testStoreReports {
      let test = gaugeTest()
      test.send(.set(.nan)) {
        $0.level = .nan
        $0.levels = [.nan]
      }
      test.send(.title("b")) { $0.title = "b" }
      test.send(.echo(.nan))
      await test.receive(.set(.nan)) { $0.levels = [.nan, .nan] }
      await test.finish()
    }
    #expect(failures == [], "\(failures)")
  }

  @Test("A change beside a NaN that is not expected fails, and the NaN is not among the differences")
  func unexpected() async {
    let reports = await testStoreReports {
      let test = gaugeTest()
      test.send(.set(.nan)) {
        $0.level = .nan
        $0.levels = [.nan]
      }
      test.send(.title("b"))
      await test.finish()
    }
    guard reports.count == 1, case .failure(let text, _) = reports[0] else {
      Issue.record("\(reports)")
      return
    }
    #expect(text.contains("title") && !text.contains("nan"), "\(text)")
  }

  @Test("A model check knows a state with a NaN again")
  func model() {
    let report = ModelCheck(
      Logic<Double, Int>(Double.nan) { state, change in
        state += Double(change)
        return .none
      }, messages: [1, 2]
    ).run(ModelBounds(states: 50))
    #expect(report.states == 1, "\(report)")
  }
}
