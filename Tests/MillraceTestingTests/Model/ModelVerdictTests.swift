import Millrace
import MillraceTesting
import Testing

/// Verdicts that must not be taken for one another.
struct ModelVerdictTests {
  private enum Message: Hashable, Sendable {
    case go
    case done(EffectLabel)
    case next
  }

  private struct Runs: Hashable {
    var turns = 0
    var ended: Set<EffectLabel> = []
  }

  @Test("Sequences that differ by what they cancel alone are two")
  func predicates() {
    let logic = Logic(Runs()) { (state: inout Runs, message: Message) -> Effect<Message> in
      switch message {
      case .go where state.turns == 0:
        state.turns = 1
        return .merge(
          .run(id: "x", label: "x") { _ in }, .run(id: "y", label: "y") { _ in },
          .concatenate(.cancel(where: { $0 == "z" }), .send(.next)))
      case .go where state.turns == 1:
        state.turns = 2
        return .concatenate(.cancel(where: { $0 == "x" }), .send(.next))
      case .done(let label):
        if state.turns == 2 { state.ended.insert(label) }
        return .none
      default: return .none
      }
    }
    let report = ModelCheck(logic, messages: [.go])
      .answers { effect in effect.label.map { [.sends(.done($0))] } }
      .always("x ends no more when it was cancelled") { !$0.ended.contains("x") }
      .eventually("y ends") { $0.ended.contains("y") }
      .run()
    #expect(report.isSuccess, "\(report)")
  }

  private struct Parcel: Sendable, CustomStringConvertible {
    let number: Int

    var description: String { "a parcel" }
  }

  private enum Delivery: Sendable {
    case order
    case came(Parcel)
  }

  @Test("Answers that are not hashable and have one text are distinguished by what they consist of")
  func sameTexts() {
    struct House: Hashable {
      var orders = 0
      var parcels: Set<Int> = []
    }
    let logic = Logic<House, Delivery>(initial: House()) { house, message in
      switch message {
      case .order:
        if house.orders == 2 { return nil }
        house.orders += 1
        return LogicStep([
          .run(ModelEffect(label: "bring"), answers: [.sends(.came(Parcel(number: house.orders)))])
        ])
      case .came(let parcel):
        house.parcels.insert(parcel.number)
        return LogicStep()
      }
    }
    let report = ModelCheck(logic, messages: [.order]).eventually("both came") { $0.parcels == [1, 2] }.run()
    #expect(report.isSuccess, "\(report)")
  }

  @Test("A rule is asked of every state, also where the key says that it is known")
  func keys() {
    struct Pair {
      var flag = false
      var count = 0
    }
    let logic = Logic(Pair()) { (pair: inout Pair, _: Message) -> Effect<Message> in
      pair.flag.toggle()
      pair.count += 1
      return .none
    }
    let report = ModelCheck(logic, by: \.flag, messages: [.go]).always("few") { $0.count < 2 }.run()
    #expect(report.failures.map(\.path?.steps.count) == [2])
  }

  @Test("Every error of a turn is reported")
  func errors() {
    struct Trouble: Error, CustomStringConvertible { let description: String }
    let logic = Logic(0) { (_: inout Int, _: Message) -> Effect<Message> in
      .merge(.report(Trouble(description: "one")), .report(Trouble(description: "two")))
    }
    #expect(ModelCheck(logic, messages: [.go]).run().failures.map(\.name) == ["one", "two"])
  }

  @Test("A message that leads to endlessly many ends the way there, and a few turns show it")
  func endless() {
    let logic = Logic(0) { (count: inout Int, _: Message) -> Effect<Message> in
      count += 1
      return .send(.next)
    }
    let report = ModelCheck(logic, messages: [.go]).run()
    #expect(report.states == 1)
    #expect(report.failures.map(\.kind) == [.endless])
    #expect(report.failures.first?.path?.steps.count == 20)
  }
}
