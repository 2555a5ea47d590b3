import Katana
import Millrace
import MillraceTesting
import Testing

private struct DemoOtherEchoing: CommandInterpreter {
  func interpret(dispatch: Dispatcher, command: DemoEcho) { dispatch(DemoText("other")) }
}

private struct DemoOwnDelay: CommandInterpreter {
  func interpret(dispatch: Dispatcher, command: DelayCommand) { dispatch(command.message) }
}

private struct DemoOwnCancel: CommandInterpreter {
  func interpret(dispatch: Dispatcher, command: CancelCommand) {
    dispatch(DemoText("own cancel of \(command.id)"))
  }
}

private enum DemoOwnEvery: AsyncSubscriptionInterpreter {
  static func listen(to subscription: Every, dispatch: AsyncDispatch) async throws {
    await dispatch(DemoText("own every"))
  }
}

private enum DemoSecondEvery: AsyncSubscriptionInterpreter {
  static func listen(to subscription: Every, dispatch: AsyncDispatch) async throws {}
}

/// The interpreters of commands: one for each type.
struct InterpreterTests {
  @Test("A second interpreter for one type of commands is an error that names the command and both")
  func second() {
    let expected = KatanaError.secondInterpreter(
      command: "KatanaTests.DemoEcho", first: "KatanaTests.DemoEchoing",
      second: "\(reflecting: DemoOtherEchoing.self)")
    #expect(throws: expected) {
      try DemoRig(interpreters: [DemoEchoing(), DemoTasking(), DemoOtherEchoing()])
    }
    #expect(throws: KatanaError.self) { try DemoRig(interpreters: [DemoOwnDelay(), DemoOwnDelay()]) }
  }

  @Test("A second interpreter for one type of subscriptions is an error that names the subscription and both")
  func secondSubscription() {
    let expected = KatanaError.secondSubscriptionInterpreter(
      subscription: "Katana.Every", first: "\(reflecting: DemoOwnEvery.self)",
      second: "\(reflecting: DemoSecondEvery.self)")
    #expect(throws: expected) {
      try DemoRig(subscriptionInterpreters: [DemoOwnEvery.self, DemoSecondEvery.self])
    }
  }

  @Test("An interpreter of one's own takes the place of a standard one")
  func own() async throws {
    let rig = try DemoRig(
      interpreters: [DemoOwnDelay(), DemoOwnCancel()],
      subscriptions: FunctionSubscriptionProvider { (_: DemoModel) in
        [Every(.seconds(1), send: DemoUnknown())]
      },
      subscriptionInterpreters: [DemoOwnEvery.self]
    ) { text in
      text == "go"
        ? [DelayCommand(for: .seconds(99), then: DemoText("no wait")), CancelCommand(id: "x")] : []
    }
    rig.dispatch("go")
    #expect(rig.heard == ["go", "no wait", "own cancel of x"])
    await eventually(on: rig.clock) {
      rig.store.pump()
      return rig.heard.count >= 4
    }
    #expect(rig.heard.last == "own every")
    #expect(rig.clock.sleepers.isEmpty)
  }

  @Test(
    "Each error is a sentence that says what happened, why, and what to do",
    arguments: [
      (
        KatanaError.secondInterpreter(command: "App.Load", first: "App.A", second: "App.B"),
        "The commands of type `App.Load` have two interpreters, `App.A` and `App.B`; give the store one of them."
      ),
      (
        .secondSubscriptionInterpreter(subscription: "App.Place", first: "App.A", second: "App.B"),
        """
        The subscriptions of type `App.Place` have two interpreters, `App.A` and `App.B`; give the store one \
        of them.
        """
      ),
      (
        .noInterpreter(command: "App.Load"),
        """
        No interpreter is registered for the command `App.Load`, so it was not carried out; add one to the store's \
        `interpreters`.
        """
      ),
      (
        .idNotCarried(command: "App.Load", id: "load"),
        """
        The command `App.Load` has the id load, but a part of the effect that carries it out has not, so a \
        `CancelCommand` does not cancel that part; give the whole effect the id in the interpreter.
        """
      ),
      (
        .noSubscriptionInterpreter(subscription: "App.Place"),
        """
        No interpreter is registered for the subscription `App.Place`, so it was not started; add one to the store's \
        `subscriptionInterpreters`.
        """
      ),
    ])
  func texts(error: KatanaError, text: String) {
    #expect(error.description == text)
  }
}

extension String.StringInterpolation {
  /// A type with its module.
  fileprivate mutating func appendInterpolation(reflecting type: any Any.Type) {
    appendLiteral(String(reflecting: type))
  }
}
