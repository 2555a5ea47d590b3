extension Flask {
  /// Creates a reactor that is attached to an object and bound to substances.
  ///
  /// The parameters are those of the function with an array of substances.
  public func reactor<Owner: AnyObject>(
    attachedTo owner: Owner, mixing substances: SubstanceConcrete...,
    handler: ((Owner, FlaskReaction) -> Void)? = nil
  ) -> Reactor<Owner> {
    reactor(attachedTo: owner, mixing: substances, handler: handler)
  }

  /// Creates a reactor that is attached to an object and bound to substances.
  ///
  /// - Parameters:
  ///   - owner: The object, held weakly. A reactor that it keeps in a property is released with it.
  ///   - substances: The substances that the reactor may mix and observes.
  ///   - handler: The closure called for each mixed substance; see ``Reactor/handler``.
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

  /// Attaches a reactor to an object that handles reactions itself.
  ///
  /// - Parameters:
  ///   - owner: The object, held weakly. An object that was attached before gets another reactor, and the
  ///     error handler receives an error.
  ///   - substances: The substances that the reactor may mix and observes.
  public func attachReactor<Owner: FlaskReactor>(to owner: Owner, mixing substances: [SubstanceConcrete]) {
    let isRepeated = bus.reactors.all(of: owner).contains(where: \.isAttached)
    let reactor = reactor(attachedTo: owner, mixing: substances) { owner, reaction in
      owner.flaskReactions(reaction: reaction)
    }
    reactor.core.isAttached = true
    if isRepeated { bus.report(.attachedTwice(owner: "\(Owner.self)", context: name)) }
  }

  /// Ends all reactors of an object.
  ///
  /// If it has none, the error handler receives an error.
  public func detachReactor<Owner: AnyObject>(from owner: Owner) {
    let attached = bus.reactors.all(of: owner)
    if attached.isEmpty { bus.report(.notAttached(owner: "\(Owner.self)", context: name)) }
    for core in attached { core.end() }
  }

  /// Returns the last reactor that was attached to an object.
  ///
  /// If there is none, the error handler receives an error, and the returned reactor is bound to no
  /// substance.
  public func getReactor<Owner: AnyObject>(attachedTo owner: Owner) -> Reactor<Owner> {
    if let core = bus.reactors.last(of: owner) { return Reactor(core) }
    bus.report(.notAttached(owner: "\(Owner.self)", context: name))
    return Reactor(ReactorCore(owner: owner, [], bus))
  }

  /// Releases the reactors whose owners have ended.
  ///
  /// This also happens by itself, while the context is in use. To end the others, too, call
  /// ``endReactors()-method``.
  public func purgeFlasks() {
    bus.reactors.sweep()
  }

  /// Ends all reactors of the context.
  public func endReactors() {
    bus.reactors.endAll()
  }
}
