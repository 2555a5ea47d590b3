/// The state of the bus's store: how often something was committed.
///
/// The states of the substances lie with the substances.
struct FluxState: Equatable {
  var commits: UInt64 = 0
}
