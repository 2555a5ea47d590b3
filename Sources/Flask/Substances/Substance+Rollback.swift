import Millrace

/// A state to come back to, and the history as it was with it.
struct Capture<S> {
  let state: S
  let history: StateHistory<S>?
}

/// Rollback: a state is captured, changed in any number of transactions, and put back or kept.
extension Substance {
  /// Captures the state, so that ``rollbackState(isolation:_:)`` can come back to it.
  ///
  /// It takes its turn on the bus like a mix. Captures nest: each is ended by one roll-back or one commit.
  ///
  /// - Parameters:
  ///   - newState: What to go on with, after the capture; by default the state as it is. Reactors are told.
  ///   - isolation: The caller's; leave it as it is.
  ///   - completion: Called when it is done.
  public final func captureState(
    newState: S? = nil, isolation: isolated (any Actor)? = #isolation, _ completion: @escaping () -> Void = {}
  ) {
    ask(.capture, isolation, completion) { substance in
      substance.captures.append(Capture(state: substance.states.pointee, history: substance.history))
      if let newState { substance.replace(with: newState) }
      return nil
    }
  }

  /// Puts back the state of the last capture, and ends that capture.
  ///
  /// Reactors are told of what changes by it. What was undoable when it was captured is so again.
  ///
  /// - Parameters:
  ///   - isolation: The caller's; leave it as it is.
  ///   - completion: Called when it is done. It is not called if nothing is captured, which is an error that the
  ///     error handler is told of.
  public final func rollbackState(
    isolation: isolated (any Actor)? = #isolation, _ completion: @escaping () -> Void = {}
  ) {
    ask(.rollback, isolation, completion) { substance in
      guard let capture = substance.captures.popLast() else {
        return .notCaptured(substance: substance.name(), asked: "rollbackState")
      }
      substance.isTimeTravel = true
      substance.replace(with: capture.state)
      substance.history?.goBack(to: capture.history)
      return nil
    }
  }

  /// Keeps the state as it is, and ends the last capture.
  ///
  /// - Parameters:
  ///   - isolation: The caller's; leave it as it is.
  ///   - completion: Called when it is done. It is not called if nothing is captured, which is an error that the
  ///     error handler is told of.
  public final func commitState(
    isolation: isolated (any Actor)? = #isolation, _ completion: @escaping () -> Void = {}
  ) {
    ask(.commit, isolation, completion) { substance in
      substance.captures.popLast() == nil
        ? .notCaptured(substance: substance.name(), asked: "commitState") : nil
    }
  }

  /// Has something done to this substance in a turn of the bus; an error that it gives is reported.
  final func ask(
    _ kind: FluxMessage.Kind, _ isolation: isolated (any Actor)?, _ completion: (() -> Void)? = nil,
    _ work: @escaping (Substance) -> FlaskError?
  ) {
    flux.send(
      FluxMessage(
        kind, substances: [name()],
        errand: Errand(at: flux.link) { flux in
          if let problem = work(self) {
            flux.report(problem)
          } else if let completion {
            flux.afterwards.append(completion)
          }
          return .none
        }), isolation)
  }
}
