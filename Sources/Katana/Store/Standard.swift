/// The interpreters that every store has, unless it is given others for the same commands.
var standardInterpreters: [any AnyCommandInterpreter] {
  [DelayInterpreter(), RandomInterpreter()]
}

/// The subscription interpreters that every store has, unless it is given others for the same subscriptions.
var standardSubscriptionInterpreters: [any AnySubscriptionInterpreter.Type] {
  [
    EveryInterpreter.self, NotificationsInterpreter.self, FileChangesInterpreter.self,
    SignalsInterpreter.self, StandardInputInterpreter.self,
  ]
}
