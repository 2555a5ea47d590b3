extension Thresholds {
  /// Records measurements of one row, each in the middle of its figures.
  ///
  /// Factors, the tolerance and its reason stay as they are. Returns a sentence when the allocations differ
  /// among the measurements by more than the tolerance.
  mutating func record(_ outcomes: [Outcome]) -> String? {
    guard let first = outcomes.first else { return nil }
    let measured = outcomes.map(Row.init)
    let place = rows.firstIndex { $0.row == first.row }
    let old = place.map { rows[$0] }
    var new = Row(first)
    let counts = measured.compactMap(\.allocations)
    new.allocations = middle(counts)
    new.tolerance = old?.tolerance
    new.reason = old?.reason
    for index in new.ratios.indices {
      new.ratios[index].ratio = middle(measured.map { $0.ratios[index].ratio }) ?? 0
      if let factor = old?.ratios.first(where: { $0.to == new.ratios[index].to })?.factor {
        new.ratios[index].factor = factor
      }
    }
    if let place { rows[place] = new } else { rows.append(new) }

    guard let least = counts.min(), let most = counts.max(), most - least > new.tolerance ?? 0 else {
      return nil
    }
    return "The allocations of `\(first.row)` are between \(trimmed(least, 6)) and \(trimmed(most, 6)); "
      + "make them deterministic, or write a `tolerance` and the `reason` for it into the file."
  }

  /// Brings the rows into the order of `known` and drops those that are not in it.
  mutating func arrange(_ known: [String]) {
    rows = known.compactMap { name in rows.first { $0.row == name } }
  }
}

private func middle(_ values: [Double]) -> Double? {
  values.isEmpty ? nil : values.sorted()[values.count / 2]
}
