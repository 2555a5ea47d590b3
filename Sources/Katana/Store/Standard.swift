/// The command interpreters of every store; an interpreter given for the same command replaces one.
var standardInterpreters: [any AnyCommandInterpreter] {
  [DelayInterpreter(), RandomInterpreter()]
}

/// The subscription interpreters of every store; an interpreter given for the same subscription replaces one.
var standardSubscriptionInterpreters: [any AnySubscriptionInterpreter.Type] {
  [
    EveryInterpreter.self, NotificationsInterpreter.self, FileChangesInterpreter.self,
    SignalsInterpreter.self, StandardInputInterpreter.self,
  ]
}
