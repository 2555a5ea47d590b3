import Millrace

/// The questions to the library, as effects.
enum Ask {
  /// A search; a newer one takes its place.
  static func find(_ words: String) -> Effect<LookupMessage> {
    .run(in: .latest("find"), label: "find \(words)") { send in
      await send(.found(try await send.library.books(matching: words), query: words))
    } catch: {
      .refused("\($0)")
    }
  }

  /// What the catalogue says about a book; a newer question takes its place.
  static func open(_ id: Book.ID) -> Effect<LookupMessage> {
    .run(in: .latest("open"), label: "open \(id)") { send in
      await send(.opened(id, summary: try await send.library.summary(of: id)))
    } catch: {
      .refused("\($0)")
    }
  }

  /// A loan; loans and returns are asked for one after another, in their order.
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

  /// A return.
  static func takeBack(_ id: Book.ID, undoing step: LookupState.Step? = nil) -> Effect<LookupMessage> {
    .run(in: .concat("desk"), label: "return \(id)") { send in
      let book = try await send.library.takeBack(id)
      await send(.returned(book, isUndo: step != nil))
    } catch: {
      refusal($0, of: step)
    }
  }

  /// Pulls the plug of the line, or puts it in.
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
  /// The library that the application put into the environment.
  fileprivate var library: any Library { environment[LibraryKey.self] }
}
