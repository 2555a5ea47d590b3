import Millrace

/// Undo: a substance can keep a bounded history of what was committed.
extension Substance {
  /// How many transactions can be undone; 0, as it is at first, keeps none.
  ///
  /// A step is a whole state, which shares what has not changed with those before and after it; recording one costs a
  /// comparison of the state. When there are more, the oldest are forgotten.
  public final var undoLimit: Int {
    get { history?.limit ?? 0 }
    set {
      if newValue <= 0 {
        history = nil
      } else if history == nil {
        history = StateHistory(limit: newValue)
      } else {
        history?.limit = newValue
      }
    }
  }

  /// Whether there is a transaction to undo.
  public final var canUndo: Bool { history?.canUndo ?? false }

  /// Whether there is a transaction to redo.
  public final var canRedo: Bool { history?.canRedo ?? false }

  /// Goes back to the state before the last transaction, or group of them, that changed anything.
  ///
  /// It takes its turn on the bus, and reactors are told. Open groups are closed. Having nothing to undo is an error that
  /// the error handler is told of; see ``canUndo``. Of a chain over several substances only this one's part is undone.
  public final func undo(isolation: isolated (any Actor)? = #isolation) {
    ask(.undo, isolation) { substance in
      guard let state = substance.history?.undo(from: substance.states.pointee) else {
        return .nothingToUndo(substance: substance.name(), undoLimit: substance.undoLimit)
      }
      substance.isTimeTravel = true
      substance.replace(with: state)
      return nil
    }
  }

  /// Goes forward again to the state that was last undone.
  ///
  /// It takes its turn on the bus, and reactors are told. Open groups are closed. Having nothing to redo is an error that
  /// the error handler is told of; see ``canRedo``.
  public final func redo(isolation: isolated (any Actor)? = #isolation) {
    ask(.redo, isolation) { substance in
      guard let state = substance.history?.redo(from: substance.states.pointee) else {
        return .nothingToRedo(substance: substance.name())
      }
      substance.isTimeTravel = true
      substance.replace(with: state)
      return nil
    }
  }

  /// Lets all transactions up to ``endUndoGrouping(isolation:)`` be one step to undo.
  ///
  /// It takes its turn on the bus, so what is mixed in between belongs to the group, wherever the turns are taken. Groups
  /// nest; the outermost is the step.
  public final func beginUndoGrouping(isolation: isolated (any Actor)? = #isolation) {
    ask(.grouping, isolation) { substance in
      substance.history?.beginGroup()
      return nil
    }
  }

  /// Ends the group that was begun last.
  ///
  /// Ending none is an error that the error handler is told of, unless an undo or a redo has closed it.
  public final func endUndoGrouping(isolation: isolated (any Actor)? = #isolation) {
    ask(.grouping, isolation) { substance in
      substance.history?.endGroup() == false ? .noUndoGroup(substance: substance.name()) : nil
    }
  }

  /// Forgets what could be undone and redone.
  public final func clearUndoHistory() {
    history?.clear()
  }
}
