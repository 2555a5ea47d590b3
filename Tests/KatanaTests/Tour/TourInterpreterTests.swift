import Katana
import Millrace
import MillraceTesting
import Testing

private struct TourOtherEchoing: CommandInterpreter {
  func interpret(dispatch: Dispatcher, command: TourEcho) { dispatch(TourText("other")) }
}

private struct TourOwnDelay: CommandInterpreter {
  func interpret(dispatch: Dispatcher, command: DelayCommand) { dispatch(command.message) }
}

private struct TourOwnCancel: CommandInterpreter {
  func interpret(dispatch: Dispatcher, command: CancelCommand) {
    dispatch(TourText("own cancel of \(command.id)"))
  }
}

private enum TourOwnEvery: AsyncSubscriptionInterpreter {
  static func listen(to subscription: Every, dispatch: AsyncDispatch) async throws {
    await dispatch(TourText("own every"))
  }
}

private enum TourSecondEvery: AsyncSubscriptionInterpreter {
  static func listen(to subscription: Every, dispatch: AsyncDispatch) async throws {}
}

/// The interpreters of commands: one for each type.
struct TourInterpreterTests {
  @Test("A second interpreter for one type of commands is an error that names the command and both")
  func second() {
    let expected = KatanaError.secondInterpreter(
      command: "KatanaTests.TourEcho", first: "KatanaTests.TourEchoing",
      second: "\(reflecting: TourOtherEchoing.self)")
    #expect(throws: expected) {
      try TourRig(interpreters: [TourEchoing(), TourTasking(), TourOtherEchoing()])
    }
    #expect(throws: KatanaError.self) { try TourRig(interpreters: [TourOwnDelay(), TourOwnDelay()]) }
  }

  @Test("A second interpreter for one type of subscriptions is an error that names the subscription and both")
  func secondSubscription() {
    let expected = KatanaError.secondSubscriptionInterpreter(
      subscription: "Katana.Every", first: "\(reflecting: TourOwnEvery.self)",
      second: "\(reflecting: TourSecondEvery.self)")
    #expect(throws: expected) {
      try TourRig(subscriptionInterpreters: [TourOwnEvery.self, TourSecondEvery.self])
    }
  }

  @Test("An interpreter of one's own takes the place of a standard one")
  func own() async throws {
    let rig = try TourRig(
      interpreters: [TourOwnDelay(), TourOwnCancel()],
      subscriptions: FunctionSubscriptionProvider { (_: TourModel) in
        [Every(.seconds(1), send: TourUnknown())]
      },
      subscriptionInterpreters: [TourOwnEvery.self]
    ) { text in
      text == "go"
        ? [DelayCommand(for: .seconds(99), then: TourText("no wait")), CancelCommand(id: "x")] : []
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
        No interpreter is registered for the command `App.Load`, so it was not carried out; give the store one \
        among its `interpreters`.
        """
      ),
      (
        .idNotCarried(command: "App.Load", id: "load"),
        """
        The command `App.Load` has the id load, but not all of the effect that carries it out has, so that a \
        `CancelCommand` does not reach it; give the id to the effect where its interpreter makes it.
        """
      ),
      (
        .noSubscriptionInterpreter(subscription: "App.Place"),
        """
        No interpreter is registered for the subscription `App.Place`, so nothing listens for it; give the store \
        one among its `subscriptionInterpreters`.
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
