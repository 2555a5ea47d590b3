import Aftermath

struct BenchFact: Fact {
  let number: Int
}

struct BenchCommand: Command {
  typealias Output = Int
  let number: Int
}

/// An engine on the main actor, and an object that reacts on it.
@MainActor
final class AftermathFixture: ReactionProducer {
  let engine = Engine(name: "bench", home: MainActor.shared)
  private let box = Box()

  init() {}

  /// The sum of the values that the reactions have seen.
  var sum: Int { box.sum }

  func watchFacts() {
    next { [box] (fact: BenchFact) in box.sum &+= fact.number }
  }

  func watchCommands() {
    engine.use(BenchCommand.self) { .data($0.number) }
    react(to: BenchCommand.self, with: Reaction(consume: { [box] in box.sum &+= $0 }))
  }

  /// Registers handlers for this many types of commands.
  func register(types: Int) {
    for number in 0..<types {
      let thousands: any Digit.Type = digits[number / 1000 % 10]
      let hundreds: any Digit.Type = digits[number / 100 % 10]
      let tens: any Digit.Type = digits[number / 10 % 10]
      let ones: any Digit.Type = digits[number % 10]
      register(thousands, hundreds, tens, ones)
    }
  }

  private func register<A: Digit, B: Digit, C: Digit, D: Digit>(
    _ a: A.Type, _ b: B.Type, _ c: C.Type, _ d: D.Type
  ) {
    engine.use(NumberedCommand<A, B, C, D>.self) { _ in .data(0) }
  }
}

/// The floor of an engine: closures by the type of their argument.
final class FactTable {
  private struct Reaction {
    let call: (BenchFact) -> Void
  }

  @exclusivity(unchecked) private var reactions: [ObjectIdentifier: Reaction] = [:]
  private let box = Box()

  /// The sum of the values that the closures have seen.
  var sum: Int { box.sum }

  init() {
    // A few more, so that the look-up is one.
    for type in [Int.self, String.self, Double.self, Bool.self] as [Any.Type] {
      reactions[ObjectIdentifier(type)] = Reaction { _ in }
    }
    reactions[ObjectIdentifier(BenchFact.self)] = Reaction { [box] in box.sum &+= $0.number }
  }

  @inline(never)
  func post(_ fact: BenchFact) {
    reactions[ObjectIdentifier(type(of: fact))]?.call(fact)
  }
}

/// One of 10,000 types of commands.
private struct NumberedCommand<A: Digit, B: Digit, C: Digit, D: Digit>: Command {
  typealias Output = Int
}

private protocol Digit: SendableMetatype {}
private enum D0: Digit {}
private enum D1: Digit {}
private enum D2: Digit {}
private enum D3: Digit {}
private enum D4: Digit {}
private enum D5: Digit {}
private enum D6: Digit {}
private enum D7: Digit {}
private enum D8: Digit {}
private enum D9: Digit {}

private let digits: [any Digit.Type] = [
  D0.self, D1.self, D2.self, D3.self, D4.self, D5.self, D6.self, D7.self, D8.self, D9.self,
]
