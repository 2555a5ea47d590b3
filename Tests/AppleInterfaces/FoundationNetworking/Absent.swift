func absent() -> Never { while true {} }
