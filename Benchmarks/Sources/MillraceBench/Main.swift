import Measuring

@main
struct Main {
  @MainActor
  static func main() async {
    let program = Program(rows: [
      .dispatch, .fanout, .select, .row, .effectNow, .effectTask, .latest, .post, .postInheriting, .tap,
      .aftermathFact, .aftermathCommand, .aftermathTypes, .componentDiff,
      .katanaUpdate, .katanaSubscriptions, .harvestTable, .harvestEffect, .harvestLatest,
      .flaskMix, .flaskHandler, .flaskFanout, .diff, .testStoreSend, .explore, .exploreAudit,
      .journalAppend, .journalAppendSync, .journalRestore, .journalStart, .journalState,
      .inspectorOff, .inspectorTurn, .inspectorSample, .inspectorTable,
      .replicaRebase, .replicaStart, .queryRead,
    ])
    await program.run(arguments: Array(CommandLine.arguments.dropFirst()))
  }
}
