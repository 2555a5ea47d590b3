import Millrace

/// The requests to the library, as effects.
enum Ask {
  /// Searches the catalogue; a newer search replaces this one.
  static func find(_ words: String) -> Effect<LookupMessage> {
    .run(in: .latest("find"), label: "find \(words)") { send in
      await send(.found(try await send.library.books(matching: words), query: words))
    } catch: {
      .refused("\($0)")
    }
  }

  /// Loads the catalogue's text about a book; a newer request replaces this one.
  static func open(_ id: Book.ID) -> Effect<LookupMessage> {
    .run(in: .latest("open"), label: "open \(id)") { send in
      await send(.opened(id, summary: try await send.library.summary(of: id)))
    } catch: {
      .refused("\($0)")
    }
  }

  /// Borrows a book; loans and returns run one after another, in order.
  static func lend(_ id: Book.ID, undoing step: LookupState.Step? = nil) -> Effect<LookupMessage> {
    .run(in: .concat("desk"), label: "lend \(id)") { send in
      var random = send.environment.random
      let slip = Int.random(in: 1_000...9_999, using: &random)
      let book = try await send.library.lend(id, slip: slip)
      await send(.lent(book, slip: slip, isUndo: step != nil))
    } catch: {
      refusal($0, of: step)
    }
  }

  /// Returns a book; loans and returns run one after another, in order.
  static func takeBack(_ id: Book.ID, undoing step: LookupState.Step? = nil) -> Effect<LookupMessage> {
    .run(in: .concat("desk"), label: "return \(id)") { send in
      let book = try await send.library.takeBack(id)
      await send(.returned(book, isUndo: step != nil))
    } catch: {
      refusal($0, of: step)
    }
  }

  static func plug(in isPlugged: Bool) -> Effect<LookupMessage> {
    .run(label: isPlugged ? "plug in" : "unplug") { send in
      await send.library.plug(in: isPlugged)
      await send(.plugged(in: isPlugged))
    }
  }

  private static func refusal(_ error: any Error, of step: LookupState.Step?) -> LookupMessage {
    step.map { .undoRefused($0, "\(error)") } ?? .refused("\(error)")
  }
}

extension Send {
  /// The library of the environment.
  fileprivate var library: any Library { environment[LibraryKey.self] }
}
