extension Store {
  /// Tracks the parts of the state from now on: after each turn, and whenever the state is replaced.
  ///
  /// Call it before any other watch reads the state, so that parts end before observers are called.
  @usableFromInline
  func follow(_ declared: [any StatePart<State, Message>]) {
    let declarations = declared.map { $0.declaration }
    precondition(
      Set(declarations.map(\.name)).count == declarations.count,
      "Two parts of the store `\(storeName)` have the same name; name each part differently.")
    let listening = PartListening<Message> { [unowned self] in
      let runner = subscriptionRunner()
      return runner.follower(key: \.id, isSame: { $0 == $1.id }, make: { $0 })
    }
    let register = PartRegister()
    self.register = register
    let followers = declarations.map { $0.makeFollower(.whole, register, listening) }
    register.find = { [statePointer] path in
      // Sound: the state lies there for as long as the store and its runner, which calls this.
      followers.find(path[...], statePointer.assumingMemoryBound(to: State.self))
    }
    let look = { [statePointer] in
      // Sound: as above; it is called by the store itself.
      let state = statePointer.assumingMemoryBound(to: State.self)
      for follower in followers { follower.look(state) }
    }
    look()
    watches.append(
      Watch(followsPresent: true) { [unowned self] _ in
        look()
        if !register.ended.isEmpty { endLeftParts() }
      })
  }

  /// Ends everything that belongs to parts that have left the state.
  private func endLeftParts() {
    guard let effects else {
      _ = register?.takeEnded()
      return
    }
    effects.endLeftParts()
    effects.goOn()
    if flow.isTapped && !flow.isInTurn { notifyEffectEvents() }
  }

  @usableFromInline
  func subscriptionRunner() -> SubscriptionRunner<Message> {
    if let subscriptions { return subscriptions }
    let runner = SubscriptionRunner<Message>(
      mailbox: mailbox, storeName: storeName, inheritance: { [unowned flow] in flow.inheritance },
      lastingInheritance: { [unowned flow] in flow.lastingInheritance() },
      isInTurn: { [unowned flow] in flow.isInTurn }, outbox: { [unowned self] in lineUpWelcome($0, $1) },
      report: { [unowned flow] in flow.report($0) })
    subscriptions = runner
    return runner
  }
}
