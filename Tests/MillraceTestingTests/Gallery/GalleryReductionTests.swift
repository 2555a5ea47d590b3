import MillraceTesting
import Testing

@Suite struct GalleryReductionTests {
  @Test("The proofs of the right twins take at most a fiftieth of all orders")
  func fiftieth() async {
    var rows = [["program", "schedules of the proof", "schedules without reduction"]]
    var proofs: [Exploration] = []
    for program in GalleryProgram.all { proofs.append(await program.explorer().explore(program.right)) }
    let complete = proofs.reduce(0) { $0 + $1.runs }
    let pruned = proofs.reduce(0) { $0 + $1.pruned }
    var all = 0
    for (program, proof) in zip(GalleryProgram.all, proofs) {
      // All orders of all programs are far more than are needed here.
      let wanted = max(1, 50 * (complete + pruned) - all)
      let naive = await program.explorer(reduction: .none, runs: wanted).explore(program.right)
      #expect(naive.finding == nil)
      rows.append([
        program.name, "\(proof.runs) (\(proof.pruned) more pruned)",
        naive.isComplete ? "\(naive.runs)" : "more than \(naive.runs)",
      ])
      all += naive.runs
    }
    rows.append(["together", "\(complete) (\(pruned) more pruned)", "more than \(all)"])
    print(table(rows))
    // Those that were pruned are counted, too: they were begun.
    #expect(50 * (complete + pruned) <= all)
  }

  private func table(_ rows: [[String]]) -> String {
    let widths = (0..<3).map { column in rows.map { $0[column].count }.max() ?? 0 }
    let lines = rows.map { row in
      zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }.joined(separator: "   ")
    }
    return lines.joined(separator: "\n")
  }
}
