/// Code that runs on every store of a flow and receives each with its types.
package protocol StoreVisitor {
  func visit<State, Message>(_ store: Store<State, Message>)
}

extension Flow {
  /// Calls `visitor` with each store on the flow, in the order in which they joined.
  ///
  /// Call it at home.
  package func forEachStore(_ visitor: any StoreVisitor) {
    for lane in lanes { lane.store?.accept(visitor) }
  }
}

extension Store {
  func accept(_ visitor: any StoreVisitor) { visitor.visit(self) }
}
