import Foundation
import Katana
import KatanaTesting
import MillraceTesting
import Testing

// A program in the words and shapes of the tables of *Coming from Katana*.

private struct App: Model, Equatable {
  var a = 0
  var part = Part()
}

private struct Part: Model, Equatable { var count = 0 }

private enum AMessage: Message, Equatable { case increase, decrease }

private struct PartUpdater: TypedUpdater {
  func update(model: inout Part, message: AMessage) -> [any Command] {
    model.count += message == .increase ? 1 : -1
    return []
  }
}

private struct Erased: AnyUpdater {
  func update(model: any Model, message: any Message) -> (any Model, [any Command]) {
    guard var app = model as? App, message is AMessage else { return (model, []) }
    app.a += 1
    return (app, [ACommand.answer(.decrease)])
  }
}

private enum ACommand: Command, Equatable { case answer(AMessage) }

private struct AnInterpreter: CommandInterpreter {
  typealias Cmd = ACommand

  func interpret(dispatch: Dispatcher, command: ACommand) {
    if case .answer(let message) = command { dispatch(message) }
  }
}

/// A subscription with an equality of its own: two that tick together are one.
private enum Ticks: Katana.Subscription {
  case eachSecond(Int, any Message)

  static func == (left: Ticks, right: Ticks) -> Bool {
    switch (left, right) {
    case (.eachSecond(let left, _), .eachSecond(let right, _)): left == right
    }
  }
}

private final class TicksInterpreter: SubscriptionInterpreter {
  typealias Sub = Ticks

  private let subscription: Ticks
  private let dispatch: Dispatcher

  init(subscription: Ticks, dispatch: Dispatcher) {
    self.subscription = subscription
    self.dispatch = dispatch
  }

  func start() {
    if case .eachSecond(let times, let message) = subscription { for _ in 0..<times { dispatch(message) } }
  }

  func stop() {}
}

@Suite("A program in the words of Katana's proposal")
@MainActor struct KatanaSpellingTests {
  // row: `CombinedUpdater<App>([…])`, `.full(updater)`, `.full(anyUpdater)`
  // row: `FunctionUpdater<App> { model, message in (model, []) }`
  // row: `CommandInterpreter`, `Cmd`, `interpret(dispatch:command:)`
  // row: `MessageUpdater<App, AMessage>()`
  @Test("an updater combines functions and updaters without types, whose commands are interpreted")
  func program() throws {
    let updater = FunctionUpdater<App> { model, message in (model, []) }
    let anyUpdater: any AnyUpdater = Erased()
    let combined = CombinedUpdater<App>([
      .full(updater), .full(anyUpdater), .full(MessageUpdater<App>()), .slice(\.part, PartUpdater()),
    ])
    #expect(
      combined.outcome(of: AMessage.increase, on: App()).model == App(a: 1, part: Part(count: 1)))
    let recorder = DispatchRecorder()
    try recorder.interpret(.answer(.decrease), by: AnInterpreter())
    #expect(recorder.messages(of: AMessage.self) == [.decrease])
  }

  // row: `SubscriptionInterpreter`: `Sub`, `init(subscription:dispatch:)`, `start()`, `stop()`
  // row: a subscription compared by `==`
  @Test("an interpreter is made of a subscription, which equals another by its own rule")
  func subscriptions() throws {
    let subscription = Ticks.eachSecond(10, AMessage.increase)
    #expect(subscription == .eachSecond(10, AMessage.decrease))
    #expect(subscription != .eachSecond(1, AMessage.increase))
    var dispatchedMessages: [any Message] = []
    let dispatch = { (message: any Message) in dispatchedMessages.append(message) }
    let interpreter = TicksInterpreter(subscription: subscription, dispatch: dispatch)
    interpreter.start()
    interpreter.stop()
    #expect(dispatchedMessages.count == 10)
    #expect(dispatchedMessages.allSatisfy { $0 as? AMessage == .increase })
    try AnInterpreter().interpret(dispatch: dispatch, command: .answer(.decrease))
    #expect(dispatchedMessages.last as? AMessage == .decrease)
  }

  @Test("a closure of the main actor receives what is dispatched on other threads, in order")
  func closure() async throws {
    let (messages, continuation) = AsyncStream.makeStream(of: AMessage.self)
    let dispatch = { (message: any Message) in
      MainActor.assertIsolated()
      if let message = message as? AMessage { continuation.yield(message) }
    }
    try LaterInterpreter().interpret(dispatch: dispatch, command: .answer(.increase))
    var seen: [AMessage] = []
    for await message in messages {
      seen.append(message)
      if seen.count == 2 { break }
    }
    #expect(seen == [.increase, .decrease])
  }

  @Test("the proposal's names of parts and dispatchers compile with a warning")
  func oldNames() { (KatanaOldSpelling() as any KatanaOldSpellings).check() }
}

private struct LaterInterpreter: CommandInterpreter {
  func interpret(dispatch: Dispatcher, command: ACommand) {
    Task.detached {
      dispatch(AMessage.increase)
      dispatch(AMessage.decrease)
    }
  }
}

/// Deprecated names, called where no warning appears.
@MainActor private protocol KatanaOldSpellings {
  func check()
}

@MainActor private struct KatanaOldSpelling: KatanaOldSpellings {
  @available(*, deprecated)
  func check() {
    // row: `CombinedUpdaterSlice<App>`
    let slice: CombinedUpdaterSlice<App> = .slice(keypath: \.part, PartUpdater())
    let updater = CombinedUpdater<App>([slice])
    #expect(updater.outcome(of: AMessage.increase, on: App()).model.part.count == 1)
  }
}
