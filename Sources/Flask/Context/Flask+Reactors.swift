/// Reactors.
extension Flask {
  /// Makes a reactor that is attached to an object and bound to substances.
  ///
  /// - Parameters:
  ///   - owner: The object, which is held weakly. A reactor that it keeps in a property is let go of with it.
  ///   - substances: What the reactor may mix, and is told of.
  ///   - handler: What is called for each of them that was mixed; see ``Reactor/handler``.
  public func reactor<Owner: AnyObject>(
    attachedTo owner: Owner, mixing substances: SubstanceConcrete...,
    handler: ((Owner, FlaskReaction) -> Void)? = nil
  ) -> Reactor<Owner> {
    reactor(attachedTo: owner, mixing: substances, handler: handler)
  }

  /// Makes a reactor that is attached to an object and bound to substances.
  ///
  /// - Parameters:
  ///   - owner: The object, which is held weakly. A reactor that it keeps in a property is let go of with it.
  ///   - substances: What the reactor may mix, and is told of.
  ///   - handler: What is called for each of them that was mixed; see ``Reactor/handler``.
  public func reactor<Owner: AnyObject>(
    attachedTo owner: Owner, mixing substances: [SubstanceConcrete],
    handler: ((Owner, FlaskReaction) -> Void)? = nil
  ) -> Reactor<Owner> {
    for substance in substances where substance.flask !== self {
      bus.report(.otherContext(substance: substance.name(), context: name))
    }
    let core = ReactorCore(owner: owner, substances.filter { $0.flask === self }, bus)
    bus.reactors.add(core)
    let reactor = Reactor<Owner>(core)
    reactor.handler = handler
    core.bind()
    return reactor
  }

  /// Attaches a reactor to an object that says itself what it does about reactions.
  ///
  /// - Parameters:
  ///   - owner: The object, which is held weakly. An object to which one is attached already gets another.
  ///   - substances: What the reactor may mix, and is told of.
  public func attachReactor<Owner: FlaskReactor>(to owner: Owner, mixing substances: [SubstanceConcrete]) {
    _ = reactor(attachedTo: owner, mixing: substances) { owner, reaction in
      owner.flaskReactions(reaction: reaction)
    }
  }

  /// Ends all reactors of an object.
  ///
  /// That it has none is an error that the error handler is told of.
  public func detachReactor<Owner: AnyObject>(from owner: Owner) {
    let attached = bus.reactors.all(of: owner)
    if attached.isEmpty { bus.report(.notAttached(owner: "\(Owner.self)", context: name)) }
    for core in attached { core.end() }
  }

  /// The reactor that was attached to an object last.
  ///
  /// If there is none, which is an error that the error handler is told of, it is one that is bound to nothing.
  public func getReactor<Owner: AnyObject>(attachedTo owner: Owner) -> Reactor<Owner> {
    if let core = bus.reactors.last(of: owner) { return Reactor(core) }
    bus.report(.notAttached(owner: "\(Owner.self)", context: name))
    return Reactor(ReactorCore(owner: owner, [], bus))
  }

  /// Ends all reactors of the context.
  public func purgeFlasks() {
    bus.reactors.endAll()
  }
}
