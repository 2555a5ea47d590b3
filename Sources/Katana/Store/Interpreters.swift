public import Millrace

/// The interpreters of one store's commands and subscriptions, by type.
///
/// All of them are called at that store's home.
@usableFromInline
final class Interpreters {
  private struct Entry<Interpretation> {
    let interpretation: Interpretation
    /// The type that is interpreted.
    let subject: Any.Type
    let name: String
    let isStandard: Bool

    /// The place among the entries for people: the standard ones come last.
    var order: (Int, String) { (isStandard ? 1 : 0, "\(subject)") }
  }

  private var commands: [ObjectIdentifier: Entry<CommandInterpretation.Kind>] = [:]
  private var subscriptions: [ObjectIdentifier: Entry<SubscriptionInterpretation.Kind>] = [:]
  /// The number of commands that each interpreter has taken while a tap watched; nil if none ever did.
  private var taken: [ObjectIdentifier: Int]?
  private var isWatched = false
  /// Reads the model of the store; nil until the store is made.
  private var read: ModelReading?

  /// Creates the registry of the standard interpreters, which the given ones replace.
  @usableFromInline
  init(
    _ interpreters: [any AnyCommandInterpreter],
    _ subscriptionInterpreters: [any AnySubscriptionInterpreter.Type], model: any Model.Type
  ) throws(KatanaError) {
    for interpreter in standardInterpreters { try register(interpreter, isStandard: true) }
    for interpreter in interpreters {
      if case .reading(let read, _) = interpreter.interpretation.kind, read != model {
        throw .otherModel(part: "\(type(of: interpreter))", model: "\(model)", of: "\(read)")
      }
      try register(interpreter, isStandard: false)
    }
    for interpreter in standardSubscriptionInterpreters { try register(interpreter, isStandard: true) }
    for interpreter in subscriptionInterpreters { try register(interpreter, isStandard: false) }
  }

  private func register(
    _ interpreter: any AnyCommandInterpreter, isStandard: Bool
  ) throws(KatanaError) {
    let type = type(of: interpreter)
    let name = String(reflecting: type)
    if let first = commands[ObjectIdentifier(type.commandType)], !first.isStandard {
      throw .secondInterpreter(
        command: String(reflecting: type.commandType), first: first.name, second: name)
    }
    commands[ObjectIdentifier(type.commandType)] = Entry(
      interpretation: interpreter.interpretation.kind, subject: type.commandType, name: name,
      isStandard: isStandard)
  }

  private func register(
    _ interpreter: any AnySubscriptionInterpreter.Type, isStandard: Bool
  ) throws(KatanaError) {
    let name = String(reflecting: interpreter)
    if let first = subscriptions[ObjectIdentifier(interpreter.subscriptionType)], !first.isStandard {
      throw .secondSubscriptionInterpreter(
        subscription: String(reflecting: interpreter.subscriptionType), first: first.name, second: name)
    }
    subscriptions[ObjectIdentifier(interpreter.subscriptionType)] = Entry(
      interpretation: interpreter.interpretation.kind, subject: interpreter.subscriptionType, name: name,
      isStandard: isStandard)
  }

  /// Serves a store from now on: its model can be read, and the store keeps the interpreters.
  @usableFromInline
  func serve<Mdl: Model>(_ store: Millrace.Store<Mdl, any Message>) {
    let reader = StateReader(store)
    read = { try await reader { ReadModel(value: $0) } }
    store.companion = self
    show(on: store)
  }

  // MARK: Facts

  /// Begins or ends to count the commands that are taken.
  func watch(_ isTapped: Bool) {
    isWatched = isTapped
    if isTapped && taken == nil { taken = [:] }
  }

  var commandRows: [(subject: String, name: String, taken: Int?)] {
    commands.sorted { $0.value.order < $1.value.order }.map { key, entry in
      ("\(entry.subject)", entry.name, taken.map { $0[key, default: 0] })
    }
  }

  var subscriptionRows: [(subject: String, name: String)] {
    subscriptions.values.sorted { $0.order < $1.order }.map { ("\($0.subject)", $0.name) }
  }

  /// Returns whether there is an interpreter for the commands of a type.
  func hasInterpreter(ofCommands type: any Command.Type) -> Bool {
    commands[ObjectIdentifier(type)] != nil || type == CancelCommand.self
  }

  /// Returns whether there is an interpreter for a command, or for one that it wraps.
  func hasInterpreter(of command: any Command) -> Bool {
    var target = command
    for _ in 0..<Self.wrappingLimit {
      if hasInterpreter(ofCommands: type(of: target)) { return true }
      guard let wrapper = target as? any CommandWrapper else { return false }
      target = wrapper.wrapped
    }
    return false
  }

  /// Returns whether there is an interpreter for the subscriptions of a type.
  func hasInterpreter(ofSubscriptions type: any Subscription.Type) -> Bool {
    subscriptions[ObjectIdentifier(type)] != nil
  }

  /// The number of levels to which commands are unwrapped.
  private static let wrappingLimit = 100

  // MARK: Effects of the kernel

  /// Returns the effects of an updater's commands, which begin in the commands' order.
  @usableFromInline
  func effect(of commands: [any Command]) -> Effect<any Message> {
    if commands.count == 1 { return effect(of: commands[0]) }
    return .merge(commands.map { effect(of: $0) })
  }

  private func effect(of command: any Command) -> Effect<any Message> {
    var target = command
    for _ in 0..<Self.wrappingLimit {
      if let entry = commands[ObjectIdentifier(type(of: target))] {
        if isWatched { taken?[ObjectIdentifier(type(of: target)), default: 0] += 1 }
        return effect(of: target, asked: command, by: entry.interpretation)
      }
      if let cancel = target as? CancelCommand { return .cancel(id: cancel.id) }
      if let problem = target as? ProblemCommand { return .report(problem.error) }
      guard let wrapper = target as? any CommandWrapper else {
        return .report(
          KatanaError.noInterpreter(
            command: String(reflecting: type(of: target)), interpreter: interpreterName(of: target)))
      }
      target = wrapper.wrapped
    }
    return .report(KatanaError.endlessWrapper(command: String(reflecting: type(of: command))))
  }

  private func effect(
    of command: any Command, asked: any Command, by kind: CommandInterpretation.Kind
  ) -> Effect<any Message> {
    let label = EffectLabel(CommandLabel(command: command))
    switch kind {
    case .callback(let interpret):
      let interpret = AtHome(interpret)
      return .callback(in: asked.effectQueue, id: asked.effectID, label: label) { continuation in
        try interpret.value(command, Dispatcher(continuation))
      }
    case .task(let interpret):
      return .run(in: asked.effectQueue, id: asked.effectID, label: label) { send in
        try await interpret(command, send)
      }
    case .reading(_, let interpret):
      let read = read
      return .run(in: asked.effectQueue, id: asked.effectID, label: label) { send in
        try await interpret(command, send) { try await read?() }
      }
    case .effect(let make):
      let effect = make(command).labelled(label)
      let queued = asked.effectQueue.map { queue in effect.mapQueue { _ in queue } } ?? effect
      guard let id = asked.effectID, !queued.outline.allSatisfy({ $0.carries(id) }) else { return queued }
      let problem = KatanaError.idNotCarried(command: String(reflecting: type(of: command)), id: "\(id)")
      return .merge(.report(problem), queued)
    }
  }

  /// Returns the kernel's form of a subscription.
  @usableFromInline
  func subscription(
    of wanted: any Subscription, environment: StoreEnvironment
  ) -> StoreSubscription<any Message> {
    let id = EffectID(SubscriptionKey(wanted))
    switch subscriptions[ObjectIdentifier(type(of: wanted))]?.interpretation {
    case .callback(let begin):
      let begin = AtHome(begin)
      return .listening(id) { sender in
        let isOver = Locked(false)
        let continuation = EffectContinuation<any Message>(environment: environment) {
          isOver.withLock { $0 } ? false : sender.send($0)
        }
        do {
          let stop = AtHome(try begin.value(wanted, Dispatcher(continuation)))
          return {
            isOver.withLock { $0 = true }
            stop.value()
          }
        } catch {
          isOver.withLock { $0 = true }
          throw error
        }
      }
      .withEnvironment()
    case .task(let listen):
      return StoreSubscription(id) { send in try await listen(wanted, send) }
    case nil:
      return .listening(id) { _ in
        if let problem = wanted as? ProblemSubscription { throw problem.error }
        throw KatanaError.noSubscriptionInterpreter(
          subscription: String(reflecting: type(of: wanted)), interpreter: interpreterName(of: wanted))
      }
    }
  }
}

extension EffectOutline {
  /// Returns whether this id cancels all work in the effect.
  fileprivate func carries(_ id: EffectID) -> Bool {
    switch self {
    case .run(_, let own, _): own == id
    case .sequence(let steps): steps.allSatisfy { $0.allSatisfy { $0.carries(id) } }
    case .message, .cancel, .cancelMatching, .cancelAll, .report, .unhandled: true
    }
  }
}

/// A value that is used only at the home of its store.
private struct AtHome<Value>: @unchecked Sendable {
  // Sound: the kernel begins callback work and stops subscriptions at the store's home. At the store's end it
  // may stop them on another thread, but then the last reference to the store is gone, and no code runs at
  // its home.
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}

/// A command or a subscription of another product that names the interpreter a store needs for it.
package protocol InterpreterNaming {
  /// The interpreter and its product, in the words of an error's sentence.
  static var interpreter: String { get }
}

/// Returns the interpreter that a command or a subscription names.
func interpreterName(of value: Any) -> String? {
  (value as? any InterpreterNaming).map { type(of: $0).interpreter }
}

/// The command interpreters of every store; an interpreter given for the same command replaces one.
var standardInterpreters: [any AnyCommandInterpreter] {
  [DelayInterpreter(), RandomInterpreter()]
}

/// The subscription interpreters of every store; an interpreter given for the same subscription replaces one.
var standardSubscriptionInterpreters: [any AnySubscriptionInterpreter.Type] {
  [
    EveryInterpreter.self, NotificationsInterpreter.self, FileChangesInterpreter.self,
    SignalsInterpreter.self, StandardInputInterpreter.self,
  ]
}
