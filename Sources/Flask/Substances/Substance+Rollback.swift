import Millrace

/// A captured state, and the history at that time.
struct Capture<S> {
  let state: S
  let history: StateHistory<S>?
}

/// Rollback: a state is captured, changed in any number of transactions, and restored or kept.
extension Substance {
  /// Captures the state, so that ``rollbackState(isolation:_:)`` can restore it.
  ///
  /// It takes its turn on the bus like a mix. Captures nest: one rollback or one commit ends each.
  ///
  /// - Parameters:
  ///   - newState: The state after the capture; by default the present one. Reactors are notified.
  ///   - isolation: The caller's isolation; omit it.
  ///   - completion: The closure called at the end.
  public final func captureState(
    newState: S? = nil, isolation: isolated (any Actor)? = #isolation, _ completion: @escaping () -> Void = {}
  ) {
    ask(.capture, isolation, completion) { substance in
      substance.captures.append(Capture(state: substance.states.pointee, history: substance.history))
      if let newState { substance.replace(with: newState) }
      return nil
    }
  }

  /// Restores the state of the last capture, and ends that capture.
  ///
  /// Reactors are notified of the changes. The undo history of the capture is restored, too.
  ///
  /// - Parameters:
  ///   - isolation: The caller's isolation; omit it.
  ///   - completion: The closure called at the end. If nothing is captured, it is not called, and the error
  ///     handler receives an error.
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
  ///   - isolation: The caller's isolation; omit it.
  ///   - completion: The closure called at the end. If nothing is captured, it is not called, and the error
  ///     handler receives an error.
  public final func commitState(
    isolation: isolated (any Actor)? = #isolation, _ completion: @escaping () -> Void = {}
  ) {
    ask(.commit, isolation, completion) { substance in
      substance.captures.popLast() == nil
        ? .notCaptured(substance: substance.name(), asked: "commitState") : nil
    }
  }

  /// Runs a closure on this substance in a turn of the bus, and reports the error that it returns.
  final func ask(
    _ kind: FluxMessage.Kind, _ isolation: isolated (any Actor)?, _ completion: (() -> Void)? = nil,
    _ work: @escaping (Substance) -> FlaskError?
  ) {
    let asked = MessageWork { flux in
      if let problem = work(self) {
        flux.report(problem)
      } else if let completion {
        flux.afterwards.append(completion)
      }
      return .none
    }
    flux.send(FluxMessage(kind, substances: [name()], work: asked.at(flux.link)), isolation)
  }
}
