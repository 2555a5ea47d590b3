import Millrace

/// Undo: a substance can keep a bounded history of committed states.
extension Substance {
  /// The maximum number of transactions that can be undone; 0, the default, keeps none.
  ///
  /// A step is a whole state, which shares unchanged parts with those before and after it; recording one
  /// costs a comparison of the state. Beyond the limit, the oldest steps are dropped.
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

  /// True if there is a transaction to undo.
  public final var canUndo: Bool { history?.canUndo ?? false }

  /// True if there is a transaction to redo.
  public final var canRedo: Bool { history?.canRedo ?? false }

  /// Restores the state before the last transaction, or group of them, that changed anything.
  ///
  /// It takes its turn on the bus, and reactors are notified. Open groups are closed. If there is nothing to
  /// undo, the error handler receives an error; see ``canUndo``. Of a chain over several substances only this
  /// one's part is undone.
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

  /// Restores the state that was last undone.
  ///
  /// It takes its turn on the bus, and reactors are notified. Open groups are closed. If there is nothing to
  /// redo, the error handler receives an error; see ``canRedo``.
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

  /// Begins a group: all transactions until ``endUndoGrouping(isolation:)`` become one step to undo.
  ///
  /// It takes its turn on the bus, so the order of the turns decides which mixes belong to the group. Groups
  /// nest; the outermost is the step.
  public final func beginUndoGrouping(isolation: isolated (any Actor)? = #isolation) {
    ask(.grouping, isolation) { substance in
      substance.history?.beginGroup()
      return nil
    }
  }

  /// Ends the group that was begun last.
  ///
  /// If there is none, the error handler receives an error, unless an undo or a redo has closed the group.
  public final func endUndoGrouping(isolation: isolated (any Actor)? = #isolation) {
    ask(.grouping, isolation) { substance in
      substance.history?.endGroup() == false ? .noUndoGroup(substance: substance.name()) : nil
    }
  }

  /// Clears the history of undo and redo.
  public final func clearUndoHistory() {
    history?.clear()
  }
}
