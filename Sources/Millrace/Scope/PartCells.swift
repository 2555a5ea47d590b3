/// The cells of the parts that are observed through one scope and that the store itself does not keep: all
/// observers of one part share a comparison.
final class PartCells<State> {
  private var cells: [CellKey: AnyObject] = [:]

  /// Returns the cell of a part, for an observer that is about to join it.
  ///
  /// Inside a turn an existing cell compares first, so that the new observer is called for later turns only.
  func cell<Cell: SharedCell>(
    _ kind: CellKey.Kind, _ part: KeyPath<State, Cell.Value>,
    in source: some ScopeSource<State, some Sendable>,
    make: (Cell.Value) -> Cell
  ) -> Cell {
    let key = CellKey(kind, part)
    if source.flow.isInTurn, let kept = cells[key] as? Cell {
      var value = source.read(part)
      kept.look(&value)
    }
    // The comparison may have ended the cell.
    if let kept = cells[key] as? Cell { return kept }
    let cell = make(source.read(part))
    cells[key] = cell
    var isAbandoned = false
    let end = source.attach(cell, to: part) { [weak cell] in
      // Ends the observers whose owners are gone; `whenEmpty` follows if they were the last.
      cell?.sweep()
      return isAbandoned
    }
    cell.whenEmpty = { [weak self] in
      isAbandoned = true
      self?.cells[key] = nil
      end()
    }
    return cell
  }
}

/// A cell that observers share and that reports when it has none left.
protocol SharedCell: PartCell {
  var whenEmpty: (() -> Void)? { get set }
  /// Removes ended observers.
  func sweep()
}

extension ValueCell: SharedCell {
  var whenEmpty: (() -> Void)? {
    get { observers.whenEmpty }
    set { observers.whenEmpty = newValue }
  }

  func sweep() { observers.sweep() }
}

extension ChangeCell: SharedCell {
  var whenEmpty: (() -> Void)? {
    get { observers.whenEmpty }
    set { observers.whenEmpty = newValue }
  }

  func sweep() { observers.sweep() }
}

extension StampCell: SharedCell {
  var whenEmpty: (() -> Void)? {
    get { observers.whenEmpty }
    set { observers.whenEmpty = newValue }
  }

  func sweep() { observers.sweep() }
}

extension TableCell: SharedCell {
  func sweep() {
    for row in rows.values { row.observers.sweep() }
    observers.sweep()
  }
}
