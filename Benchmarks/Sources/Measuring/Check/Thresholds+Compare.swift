extension Thresholds {
  /// Compares every figure of one row with the recorded one.
  ///
  /// A row without thresholds is new, figure by figure.
  func findings(for outcome: Outcome) -> [Finding] {
    let recorded = rows.first { $0.row == outcome.row }
    let measured = Row(outcome)
    var findings = [Self.allocations(of: measured, recorded)]
    for ratio in measured.ratios {
      findings.append(Self.ratio(ratio, of: measured.row, recorded?.ratios.first { $0.to == ratio.to }))
    }
    for ratio in recorded?.ratios ?? [] where !measured.ratios.contains(where: { $0.to == ratio.to }) {
      findings.append(
        Finding(
          row: measured.row, figure: .ratio(to: ratio.to), was: ratio.ratio, is: nil, limit: nil,
          verdict: .gone
        ))
    }
    return findings
  }

  /// The recorded rows that are not among `known` any more.
  func findingsOfGoneRows(known: [String]) -> [Finding] {
    rows.filter { !known.contains($0.row) }.map { row in
      Finding(
        row: row.row, figure: .allocations, was: row.allocations, is: nil, limit: nil, verdict: .gone)
    }
  }

  private static func allocations(of measured: Row, _ recorded: Row?) -> Finding {
    let (now, was, tolerance) = (measured.allocations, recorded?.allocations, recorded?.tolerance ?? 0)
    let verdict: Finding.Verdict =
      switch (now, was) {
      case (nil, _): .uncounted
      case (_, nil): .new
      case (let now?, let was?):
        // Both were rounded to 6 places, so that a smaller difference is one of their binary forms alone.
        abs(now - was) < tolerance + 0.000_000_5 ? .ok : now > was ? .more : .fewer
      }
    return Finding(
      row: measured.row, figure: .allocations, was: was, is: now, limit: was.map { $0 + tolerance },
      verdict: verdict)
  }

  private static func ratio(_ measured: Ratio, of row: String, _ recorded: Ratio?) -> Finding {
    let limit = recorded.map { $0.ratio * $0.factor }
    let verdict: Finding.Verdict =
      if let recorded, let limit {
        measured.ratio > limit ? .slower : measured.ratio * recorded.factor < recorded.ratio ? .faster : .ok
      } else {
        .new
      }
    return Finding(
      row: row, figure: .ratio(to: measured.to), was: recorded?.ratio, is: measured.ratio, limit: limit,
      verdict: verdict)
  }
}

extension Thresholds.Row {
  /// The figures of a measurement that thresholds hold: allocations, the ratio to the floor, and those with a
  /// goal.
  init(_ outcome: Outcome) {
    let held = [outcome.floor] + outcome.others.filter { $0.goal != nil }
    self.init(
      row: outcome.row, allocations: outcome.figures.allocations.map { rounded($0, 6) },
      ratios: held.map { side in
        Thresholds.Ratio(
          to: side.name, ratio: rounded(side.minimumRatio, 4), factor: Thresholds.firstFactor)
      })
  }
}

/// `value` rounded to `places` decimal places.
private func rounded(_ value: Double, _ places: Int) -> Double {
  let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
  return (value * scale).rounded() / scale
}
