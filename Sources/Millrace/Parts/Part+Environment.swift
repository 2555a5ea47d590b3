extension Part {
  /// Returns the part with an environment of its own: that of the state around it, with a change.
  ///
  /// ```swift
  /// let archive = Part("archive", at: \Shelf.archive, { Message.archive($0) }, update: Archive.update)
  ///   .environment { $0[LibraryKey.self] = ClosedStacks() }
  /// ```
  ///
  /// The change applies to the effects and subscriptions of the part and of the parts inside it. `change` is
  /// called when one of them begins; a change of a part inside is made after it.
  public func environment(_ change: @escaping @Sendable (inout StoreEnvironment) -> Void) -> Part {
    Part(declaration.environment(change)) { update(&$0, $1).environment(change) }
  }

  private init(
    _ declaration: PartDeclaration<State, Message>,
    _ change: @escaping (inout State, PartMessage) -> Effect<Message>
  ) {
    self.declaration = declaration
    self.change = change
  }
}

extension RowPart {
  /// Returns the rows with an environment of their own: that of the state around them, with a change.
  ///
  /// The change applies to the effects and subscriptions of each row and of the parts inside it. `change` is
  /// called when one of them begins.
  public func environment(_ change: @escaping @Sendable (inout StoreEnvironment) -> Void) -> RowPart {
    RowPart(declaration.environment(change)) { update(&$0, $1, $2).environment(change) }
  }

  private init(
    _ declaration: PartDeclaration<State, Message>,
    _ change: @escaping (inout State, ID, RowMessage) -> Effect<Message>
  ) {
    self.declaration = declaration
    self.change = change
  }
}

extension PartDeclaration {
  /// Returns the declaration of a part whose subscriptions have an environment of their own.
  func environment(_ change: @escaping @Sendable (inout StoreEnvironment) -> Void) -> PartDeclaration {
    PartDeclaration(name: name, listens: listens) { outer, register, listening in
      makeFollower(outer, register, listening.environment(change))
    }
  }
}

extension PartListening {
  fileprivate func environment(
    _ change: @escaping @Sendable (inout StoreEnvironment) -> Void
  ) -> PartListening {
    PartListening {
      let follow = begin()
      return { wanted in follow(wanted.map { $0.environment(change) }) }
    }
  }
}
